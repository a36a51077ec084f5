"""What psql's commands about the schema give, for drivers.py."""

SCHEMA = """
CREATE TABLE zza (id serial PRIMARY KEY, v integer NOT NULL DEFAULT 5, t varchar(10), UNIQUE (v, t));
CREATE TABLE zzb (id integer PRIMARY KEY, a_id integer REFERENCES zza (id) ON DELETE CASCADE, c integer CHECK (c > 0));
CREATE INDEX zzb_a ON zzb (a_id);
CREATE VIEW zzv AS SELECT id, v FROM zza WHERE v > 1;
CREATE TYPE zzmood AS ENUM ('low', 'high');
CREATE TYPE zzpair AS (x integer, y text);
CREATE SEQUENCE zzsq START 5;
CREATE SEQUENCE zzdumped AS integer;
CREATE TABLE zzd (id integer NOT NULL);
ALTER TABLE ONLY zzd ALTER COLUMN id SET DEFAULT nextval('public.zzdumped'::regclass);
CREATE FUNCTION zzg() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER zztr BEFORE INSERT OR UPDATE OF c, id ON zzb FOR EACH ROW EXECUTE FUNCTION zzg('x');
CREATE TRIGGER zzts AFTER DELETE ON zzb FOR EACH STATEMENT EXECUTE FUNCTION zzg();
"""
DROP = "DROP TABLE IF EXISTS zza, zzb, zzd CASCADE; DROP TYPE IF EXISTS zzmood, zzpair; DROP SEQUENCE IF EXISTS zzsq, zzdumped; DROP FUNCTION IF EXISTS zzg;"
COMMANDS = ("\\dt zz*", "\\dt+ zz*", "\\d zza", "\\d zzb", "\\d zzd", "\\d zzv", "\\d zza_pkey", "\\d zzb_a", "\\d zzsq", "\\d zza_id_seq", "\\d zzpair", "\\di zz*",
            "\\di+ zz*", "\\dv zz*", "\\dv+ zz*", "\\ds zz*", "\\ds+ zz*", "\\dT zz*", "\\d nothing")
