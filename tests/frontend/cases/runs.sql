-- What routines and DO blocks that are run here change of the schema.
CREATE TABLE orders (id int, at date, note text) PARTITION BY HASH (id);
CREATE TABLE days (id int, at date) PARTITION BY RANGE (at);
CREATE TABLE acc (id int PRIMARY KEY, updated_at timestamptz);
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.updated_at := now(); RETURN NEW; END $$;
DO $$
BEGIN
    FOR i IN 0..1 LOOP
        EXECUTE format('CREATE TABLE orders_%s PARTITION OF orders FOR VALUES WITH (MODULUS 2, REMAINDER %s)', i, i);
    END LOOP;
    FOR n IN 1..2 LOOP
        EXECUTE 'CREATE TABLE days_' || n || ' PARTITION OF days FOR VALUES FROM (' ||
            quote_literal('2026-0' || n || '-01') || ') TO (' || quote_literal('2026-0' || n + 1 || '-01') || ')';
    END LOOP;
END $$;
-- Rows of the catalog, with a field of a record; two tables have such a column, one of them is left out.
CREATE TABLE old (id int PRIMARY KEY, updated_at timestamptz);
DO $$
DECLARE r record;
BEGIN
    FOR r IN SELECT table_name AS relation FROM information_schema.columns
        WHERE column_name = 'updated_at' AND table_name NOT LIKE 'ol%' LOOP
        EXECUTE format('CREATE TRIGGER touch BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch()', r.relation);
    END LOOP;
END $$;
-- A routine that runs another one, for each element; VARIADIC, defaults, by name.
CREATE FUNCTION add_log(relation regclass, suffix text DEFAULT '_log') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF suffix IS NULL OR suffix = '' THEN
        RETURN;
    END IF;
    EXECUTE 'CREATE TABLE ' || relation || suffix || ' (id int, said text)';
END $$;
CREATE PROCEDURE add_logs(VARIADIC relations text[]) LANGUAGE plpgsql AS $$
DECLARE relation text;
BEGIN
    FOREACH relation IN ARRAY relations LOOP
        PERFORM add_log(suffix => '_book', relation => relation::regclass);
    END LOOP;
END $$;
CALL add_logs('acc', 'old');
SELECT add_log('acc'), add_log('old', '');
SELECT add_log(v.name::regclass, v.suffix) FROM (VALUES ('acc', '_a'), ('acc', '_b')) AS v(name, suffix) WHERE v.suffix <> '_b';
SELECT add_log(x, '_u') FROM unnest('{acc,old}'::text[]) AS x;
-- Overloads, of which one is chosen by a constant's type; parameters by number and by ALIAS.
CREATE TABLE gone (id int);
CREATE FUNCTION drop_if_exists(text, text) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
    RETURN drop_if_exists($1, $2, true);
END $$;
CREATE FUNCTION drop_if_exists(text, text, boolean) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    kind ALIAS FOR $1;
    query text;
BEGIN
    IF upper(kind) = 'INDEX' THEN
        query = 'DROP INDEX ' || quote_ident(lower($2));
    ELSIF upper(kind) = 'TABLE' THEN
        query = 'DROP TABLE ' || quote_ident(lower($2));
        IF $3 THEN
            query = query || ' CASCADE';
        END IF;
    END IF;
    EXECUTE query;
    RETURN 1;
END $$;
CREATE FUNCTION drop_if_exists(text, text, text) RETURNS int LANGUAGE sql AS $$ DELETE FROM acc RETURNING id $$;
SELECT drop_if_exists('table', 'Gone');
-- A text of several statements, one of which makes a routine.
DO $do$
BEGIN
    EXECUTE 'CREATE TABLE made (id int); CREATE FUNCTION fill() RETURNS void LANGUAGE sql AS $$ INSERT INTO made VALUES (1) $$';
END $do$;
-- Perhaps; not known; undone.
DO $$
BEGIN
    IF EXISTS (SELECT 1 FROM acc) THEN
        ALTER TABLE acc ADD COLUMN perhaps int;
    END IF;
    EXECUTE (SELECT 'DROP TABLE ' || max(note) FROM orders);
END $$;
BEGIN;
SELECT add_log('acc', '_undone');
ROLLBACK;
-- name: reads_too
BEGIN;
SELECT add_log('acc', '_kept');
SELECT * FROM acc WHERE id = 1;
COMMIT;
