-- Types get other names, schemas and attributes; tables of a type follow it.
CREATE SCHEMA s;
CREATE TYPE mood AS ENUM ('a', 'b');
CREATE DOMAIN pos AS integer CHECK (VALUE > 0);
CREATE TYPE pair AS (x integer, y text);
CREATE TABLE t (id integer PRIMARY KEY, m mood DEFAULT 'a', p pos, c pair, ms mood[]);
ALTER TYPE mood RENAME TO feeling;
ALTER DOMAIN pos RENAME TO positive;
ALTER TYPE pair RENAME TO couple;
ALTER TYPE feeling SET SCHEMA s;
ALTER DOMAIN positive SET SCHEMA s;
ALTER TYPE couple RENAME ATTRIBUTE y TO yy;
ALTER TYPE couple ADD ATTRIBUTE z integer;
CREATE TYPE entry AS (x integer, y text);
CREATE TABLE typed OF entry (PRIMARY KEY (x), y WITH OPTIONS DEFAULT 'tt');
CREATE TABLE typed_too OF entry;
ALTER TYPE entry ADD ATTRIBUTE z integer CASCADE;
ALTER TYPE entry RENAME ATTRIBUTE y TO yy CASCADE;
ALTER TYPE entry ALTER ATTRIBUTE z TYPE bigint CASCADE;
CREATE FUNCTION change(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    q s.feeling := 'b';
    z s.positive := 4;
    d couple;
BEGIN
    INSERT INTO t VALUES (k, q, z, ROW(1, 'a', 2));
    UPDATE t SET m = 'a'::s.feeling, c.yy = 'q' WHERE id = k AND m = q;
    d.z := 5;
    UPDATE t SET c = d WHERE id = 1;
    INSERT INTO typed (x, z) VALUES (k, 2);
    UPDATE typed_too SET yy = 'a' WHERE x = k;
END $$;
