CREATE TABLE g (id integer PRIMARY KEY, a integer, twice integer GENERATED ALWAYS AS (a * 2) STORED);
CREATE FUNCTION p(x integer) RETURNS void LANGUAGE sql AS $$ UPDATE g SET a = x WHERE id = x; INSERT INTO g (id, a) VALUES (x, 1); $$;
