-- level: postgresql/read-committed
-- never: safe
-- why: what the transaction runs creates a table, but only after it has looked at rows that another one writes
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION make(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(v) FROM t) > 1 THEN
        RAISE EXCEPTION 'too many';
    END IF;
    EXECUTE format('CREATE TABLE %I (id integer)', name);
END $$;
-- name: one
BEGIN;
SELECT make('other');
UPDATE t SET v = v + 1 WHERE id = 1;
COMMIT;
-- name: two
BEGIN;
SELECT make('others');
UPDATE t SET v = v + 1 WHERE id = 2;
COMMIT;
