-- level: postgresql/read-committed
-- never: safe
-- why: the block drops the key
CREATE TABLE t (id integer UNIQUE, v integer NOT NULL);
DO $$
BEGIN
    IF EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 't_id_key') THEN
        ALTER TABLE t DROP CONSTRAINT t_id_key;
    END IF;
END $$;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM t WHERE id = k) THEN
        INSERT INTO t VALUES (k, 0);
    END IF;
END $$;
