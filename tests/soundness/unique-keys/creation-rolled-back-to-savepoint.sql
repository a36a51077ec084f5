-- level: postgresql/read-committed
-- never: safe
-- why: ROLLBACK TO undoes the key that was made after the savepoint
CREATE TABLE t (id integer, v integer NOT NULL);
BEGIN;
SAVEPOINT s;
CREATE UNIQUE INDEX ON t (id);
ROLLBACK TO s;
CREATE INDEX ON t (id);
COMMIT;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM t WHERE id = k) THEN
        INSERT INTO t VALUES (k, 0);
    END IF;
END $$;
