-- level: postgresql/read-committed
-- never: safe
-- why: the routine drops the key, so that two of these may insert the same id
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE l (id integer PRIMARY KEY);
CREATE FUNCTION drop_key(relation text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', relation, relation || '_pkey');
END $$;
SELECT drop_key('t');
BEGIN;
SELECT drop_key('l');
ROLLBACK;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM t WHERE id = k) THEN
        INSERT INTO t VALUES (k, 0);
    END IF;
END $$;
