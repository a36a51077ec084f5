-- Triggers of one end of a foreign key are switched off: what the key does at the other end it may still do.
CREATE TABLE owner (id integer PRIMARY KEY, name text);
CREATE TABLE pet (id integer PRIMARY KEY, owner_id integer REFERENCES owner ON DELETE CASCADE);
ALTER TABLE pet DISABLE TRIGGER ALL;
CREATE FUNCTION leave(n integer) RETURNS void LANGUAGE sql AS $$ DELETE FROM owner WHERE id = n; $$;
CREATE FUNCTION adopt(p integer, n integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO pet VALUES (p, n); $$;
CREATE FUNCTION named(n integer) RETURNS text LANGUAGE sql AS $$ SELECT name FROM owner WHERE id = n; $$;
-- A script, so that tests/dump leaves this file alone: pg_dump does not keep that these triggers are off.
BEGIN;
SELECT id FROM pet;
COMMIT;
