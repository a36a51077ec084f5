CREATE TABLE conf (k integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION current_value() RETURNS integer LANGUAGE sql STABLE AS $$ SELECT v FROM conf WHERE k = 1 $$;
CREATE FUNCTION counted(p_k integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
UPDATE conf SET v = v + 1 WHERE k = p_k;
RETURN p_k;
END $$;
CREATE FUNCTION either(a integer) RETURNS integer LANGUAGE sql STABLE AS $$ SELECT v FROM conf WHERE k = a $$;
CREATE FUNCTION either(a text) RETURNS integer LANGUAGE sql STABLE AS $$ SELECT v FROM conf WHERE k = 2 $$;
CREATE TABLE d (id integer PRIMARY KEY, a integer DEFAULT current_value(), b integer DEFAULT counted(2) + 1);
CREATE TABLE overloaded (id integer PRIMARY KEY, a integer DEFAULT either(1));
CREATE TABLE d2 (id integer PRIMARY KEY, item integer);
CREATE VIEW d2_view AS SELECT id, item FROM d2;
ALTER VIEW d2_view ALTER COLUMN item SET DEFAULT current_value();
CREATE FUNCTION p(x integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
INSERT INTO d (id) VALUES (x);
INSERT INTO d VALUES (x, 1, DEFAULT), (x + 1, 1, 2);
INSERT INTO d (id, b) SELECT k, v FROM conf WHERE v > x;
INSERT INTO overloaded (id) VALUES (x);
INSERT INTO d2_view (id) VALUES (x);
UPDATE d SET a = DEFAULT WHERE id = x;
END $$;
