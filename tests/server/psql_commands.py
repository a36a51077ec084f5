"""What psql's commands about the schema give, for drivers.py."""

SCHEMA = """
CREATE TABLE zza (id serial PRIMARY KEY, v integer NOT NULL DEFAULT 5, t varchar(10), UNIQUE (v, t));
CREATE TABLE zzb (id integer PRIMARY KEY, a_id integer REFERENCES zza (id) ON DELETE CASCADE, c integer CHECK (c > 0));
CREATE INDEX zzb_a ON zzb (a_id);
CREATE VIEW zzv AS SELECT id, v FROM zza WHERE v > 1;
CREATE TYPE zzmood AS ENUM ('low', 'high');
CREATE TYPE zzpair AS (x integer, y text);
CREATE DOMAIN zzcount AS integer NOT NULL CHECK (value > 0);
CREATE DOMAIN zzword AS text DEFAULT 'a' CHECK (VALUE ~ '^[a-z]+$' AND length(value) < 10);
CREATE DOMAIN zzkind AS varchar(5) CONSTRAINT zzaknown CHECK (VALUE IN ('a', 'b')) CHECK (VALUE <> 'c');
CREATE DOMAIN zzshare AS numeric(5,2) DEFAULT 0 CHECK (value BETWEEN 0 AND 100) CHECK (VALUE IS NOT NULL);
CREATE TABLE zzwide (id bigint GENERATED ALWAYS AS IDENTITY, n numeric(8,2) DEFAULT -1.5, i integer DEFAULT -1, m zzmood DEFAULT 'low', a integer[], j jsonb, d zzcount, at timestamptz);
CREATE SEQUENCE zzsq START 5;
CREATE SEQUENCE zzdumped AS integer;
CREATE TABLE zzd (id integer NOT NULL);
ALTER TABLE ONLY zzd ALTER COLUMN id SET DEFAULT nextval('public.zzdumped'::regclass);
CREATE FUNCTION zzg() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER zztr BEFORE INSERT OR UPDATE OF c, id ON zzb FOR EACH ROW EXECUTE FUNCTION zzg('x');
CREATE TRIGGER zzts AFTER DELETE ON zzb FOR EACH STATEMENT EXECUTE FUNCTION zzg();
CREATE FUNCTION zzadd(a integer, "B" integer DEFAULT 2, text DEFAULT 'x', b boolean DEFAULT NULL) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT $1 + $2';
CREATE FUNCTION zzadd(a bigint) RETURNS bigint LANGUAGE sql AS $$ SELECT a + 1 $$;
CREATE FUNCTION zzrows(OUT id integer, OUT v numeric(8,2)) RETURNS SETOF record LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET work_mem = '64MB' ROWS 10 COST 7 AS $$ SELECT 1, 2.0 $$;
CREATE FUNCTION zztable(mood zzmood, n integer[]) RETURNS TABLE (x integer, y text) LANGUAGE plpgsql AS $function$ BEGIN RETURN QUERY SELECT 1, 'a'; END $function$;
CREATE FUNCTION zzone(VARIADIC parts text[] DEFAULT NULL, OUT whole text) LANGUAGE plpgsql AS $f$ BEGIN whole := 'a'; END $f$;
CREATE FUNCTION zzset(n integer DEFAULT -1, p zza DEFAULT NULL) RETURNS SETOF zza LANGUAGE sql AS 'SELECT * FROM zza';
CREATE FUNCTION zzcopied(zza.t%TYPE) RETURNS zza.id%TYPE LANGUAGE sql AS 'SELECT 1';
CREATE PROCEDURE zzput(n integer, INOUT m integer DEFAULT 3) LANGUAGE plpgsql AS $$ BEGIN m := n; END $$;
CREATE FUNCTION zzvoid() RETURNS void LANGUAGE plpgsql AS 'BEGIN RAISE NOTICE ''x $function$''; END';
"""
DROP = "DROP FUNCTION IF EXISTS zzset; DROP TABLE IF EXISTS zza, zzb, zzd, zzwide CASCADE; DROP DOMAIN IF EXISTS zzcount, zzword, zzkind, zzshare; DROP TYPE IF EXISTS zzmood, zzpair; DROP SEQUENCE IF EXISTS zzsq, zzdumped; DROP FUNCTION IF EXISTS zzg, zzadd(bigint), zzadd(integer, integer, text, boolean), zzrows, zztable, zzone, zzcopied, zzvoid CASCADE; DROP PROCEDURE IF EXISTS zzput;"
COMMANDS = ("\\dt zz*", "\\dt+ zz*", "\\d zza", "\\d zzb", "\\d zzd", "\\d zzv", "\\d zza_pkey", "\\d zzb_a", "\\d zzsq", "\\d zza_id_seq", "\\d zzpair", "\\di zz*",
            "\\di+ zz*", "\\dv zz*", "\\dv+ zz*", "\\ds zz*", "\\ds+ zz*", "\\dT zz*", "\\d nothing",
            "\\df", "\\df zz*", "\\df+ zz*", "\\df zzadd", "\\df zzadd int", "\\df nothing", "\\sf zzg", "\\sf zzadd", "\\sf zzadd(int8)",
            "\\sf zzadd(int, integer, text, bool)", "\\sf+ zzrows", "\\sf public.zztable", "\\sf zzone", "\\sf zzset", "\\sf zzcopied", "\\sf zzput", "\\sf zzvoid",
            "\\sf nothing", "\\sf nothing(int)", "\\da", "\\da zz*", "\\dL", "\\dL+", "\\dx", "\\dn+", "\\dn", "\\du", "\\du+", "\\dg", "\\db", "\\dRp", "\\dRs",
            "\\des", "\\det", "\\dew", "\\deu", "\\dy", "\\dX", "\\dA", "\\drds", "\\ddp",
            "\\d+ zza", "\\d+ zzb", "\\d+ zzwide", "\\d zzwide", "\\d+ zza_pkey", "\\d+ zzsq", "\\d+ zzpair", "\\dp zz*", "\\z zza", "\\dD zz*", "\\dD+ zz*", "\\dD",
            "\\dT+ zz*", "\\dT", "\\do", "\\do zz*", "\\dc", "\\dc+ zz*", "\\dd", "\\dd zz*", "\\dO", "\\dO C", "\\dO+ POSIX")
