-- Views, enums, domains, tables whose rules are not all known.
CREATE TYPE mood AS ENUM ('sad', 'glad');
CREATE DOMAIN money_amount AS numeric(12,2);
CREATE DOMAIN positive AS integer CHECK (VALUE > 0);
CREATE TABLE person (id integer PRIMARY KEY, feels mood DEFAULT 'sad', CONSTRAINT adult CHECK (id > 18));
CREATE TABLE paid (id integer PRIMARY KEY, amount positive);
CREATE TABLE late (id integer PRIMARY KEY, person_id integer REFERENCES person DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE loose (id integer CHECK (id > 0), CONSTRAINT small CHECK (id < 9), CONSTRAINT big CHECK (id > 1));
ALTER TABLE loose DROP CONSTRAINT small;
CREATE VIEW glad_people (who) AS SELECT id, feels FROM person WHERE feels = 'glad';
CREATE TYPE pair AS (a integer, b integer);

CREATE FUNCTION uses(m mood, a money_amount, b person.feels%TYPE) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE id integer := 1; n integer; c money_amount;
BEGIN
  SELECT count(*) INTO n FROM glad_people g, glad_people h WHERE g.who = n AND h.feels = m;
  INSERT INTO loose VALUES (n);
  RETURN (SELECT who FROM glad_people LIMIT 1);
END $$;
CREATE FUNCTION ordered() RETURNS void LANGUAGE plpgsql AS 'BEGIN PERFORM 1 FROM person ORDER BY feels; END';
CREATE FUNCTION compared(m mood) RETURNS void LANGUAGE plpgsql AS 'BEGIN PERFORM 1 FROM person WHERE feels > m; END';
CREATE FUNCTION domain_row() RETURNS void LANGUAGE plpgsql AS 'BEGIN INSERT INTO paid VALUES (1, 2); END';
CREATE FUNCTION domain_variable() RETURNS void LANGUAGE plpgsql AS 'DECLARE p positive; BEGIN p := 1; END';
CREATE FUNCTION domain_values(p positive, q positive[]) RETURNS positive LANGUAGE sql AS 'SELECT (p + 1)::positive';
CREATE FUNCTION deferred() RETURNS void LANGUAGE plpgsql AS 'BEGIN INSERT INTO late VALUES (1, 2); END';
CREATE FUNCTION deferred_parent() RETURNS void LANGUAGE plpgsql AS 'BEGIN DELETE FROM person; END';

-- Rows out of JSON; slices; whose columns say which function is meant.
CREATE TABLE doc (id integer PRIMARY KEY, body jsonb, tags text[]);
CREATE FUNCTION doc_kind(x integer) RETURNS text LANGUAGE sql AS $$ SELECT 'number'::text $$;
CREATE FUNCTION doc_kind(x jsonb) RETURNS text LANGUAGE sql AS $$ SELECT 'body'::text $$;
CREATE FUNCTION doc_rows(p integer) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT e.key || r.b || doc_kind(d.body) || doc_kind(d.id) || x || (d.tags[2:])[1]
    FROM doc d, jsonb_each_text(d.body) e, jsonb_to_recordset(d.body) AS r(a integer, b text),
        jsonb_array_elements_text(d.body) x, jsonb_populate_record(NULL::doc, d.body) q
    WHERE r.a = q.id AND x = current_user $$;

-- Bit strings, as numbers and as flags.
CREATE TABLE flagged (id integer PRIMARY KEY, mask bit(4), part bit varying(8));
CREATE FUNCTION hashed(p text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint; b bit(3) := B'101';
BEGIN
  n := left('x' || md5(p), 17)::bit(64)::bigint;
  UPDATE flagged SET mask = mask | x'1', part = B'0' WHERE mask & B'0001' = B'0001' AND id = n;
  RETURN n;
END $$;
