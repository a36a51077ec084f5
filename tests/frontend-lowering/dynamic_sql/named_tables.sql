-- EXECUTE of a text in which a table's name is the only value: a branch for each table that it may be.
CREATE TABLE acc (id integer PRIMARY KEY, n integer);
CREATE TABLE sav (id integer PRIMARY KEY, n integer);
CREATE TABLE note (id integer PRIMARY KEY, body text);
CREATE SCHEMA x;
CREATE TABLE x.sav (id integer PRIMARY KEY, n integer);
CREATE TABLE aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa (id integer, long integer);
CREATE TABLE base (id integer PRIMARY KEY, seen integer);
CREATE VIEW seen AS SELECT id, seen FROM base;
CREATE TABLE l1 (id integer PRIMARY KEY, at integer);
CREATE TABLE l2 (id integer PRIMARY KEY, at integer);
CREATE TABLE l3 (id integer PRIMARY KEY, at integer);
CREATE TABLE l4 (id integer PRIMARY KEY, at integer);
CREATE TABLE l5 (id integer PRIMARY KEY, at integer);
CREATE TABLE f1 (id integer PRIMARY KEY, told integer);
CREATE TABLE f2 (id integer PRIMARY KEY, told integer);
CREATE TABLE f3 (id integer PRIMARY KEY, told integer);
CREATE TABLE f4 (id integer PRIMARY KEY, told integer);
CREATE TABLE f5 (id integer PRIMARY KEY, told integer);
CREATE TABLE child (id integer PRIMARY KEY, f_id integer REFERENCES f3);
-- two tables; x.sav is not in the path
CREATE FUNCTION adds(t text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('UPDATE acc SET n = 1 WHERE id IN (SELECT id FROM %I WHERE body = $1)', t) USING 'a'; END $$;
CREATE FUNCTION two(t text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('DELETE FROM public.%I WHERE n < $1', t) USING 3; END $$;
CREATE FUNCTION one(t name) RETURNS void LANGUAGE plpgsql AS $$ DECLARE v text; BEGIN EXECUTE 'SELECT body FROM ' || quote_ident(t) || ' WHERE id = 1' INTO v; END $$;
-- not one by one: a table outside of the path, a name that may be cut, a view, more than four, two names, a volatile name
CREATE FUNCTION elsewhere(t text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('DELETE FROM %I WHERE n < $1', t) USING 3; END $$;
CREATE FUNCTION cut(t text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('DELETE FROM %I WHERE long < $1', t) USING 3; END $$;
CREATE FUNCTION viewed(t text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('DELETE FROM %I WHERE seen < $1', t) USING 3; END $$;
CREATE FUNCTION many(t text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('DELETE FROM %I WHERE at < $1', t) USING 3; END $$;
CREATE FUNCTION updates(t text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('UPDATE %I SET at = $1', t) USING 3; END $$;
CREATE FUNCTION referred(t text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('DELETE FROM %I WHERE told < $1', t) USING 3; END $$;
CREATE FUNCTION put(i integer) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN INSERT INTO note VALUES (i, 'x'); RETURN true; END $$;
CREATE FUNCTION calls(t text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('DELETE FROM %I WHERE put(id) AND %I = $1', t, t) USING 'a'; END $$;
CREATE FUNCTION names(t text, u text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('DELETE FROM %I WHERE %I = 1 AND body = $1', t, u) USING 'a'; END $$;
CREATE FUNCTION chance(t text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('DELETE FROM %I WHERE body = $1', t || random()) USING 'a'; END $$;
