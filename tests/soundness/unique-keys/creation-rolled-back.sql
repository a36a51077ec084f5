-- level: postgresql/read-committed
-- never: safe
-- why: a key that is made in a transaction that is rolled back keeps no rows apart
CREATE TABLE t (id integer, v integer NOT NULL);
BEGIN;
ALTER TABLE t ADD UNIQUE (id);
ROLLBACK;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM t WHERE id = k) THEN
        INSERT INTO t VALUES (k, 0);
    END IF;
END $$;
