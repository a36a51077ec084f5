-- level: postgresql/repeatable-read
-- never: safe
-- why: the index was renamed as a table is, and then dropped
CREATE TABLE t (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, a integer NOT NULL);
CREATE UNIQUE INDEX t_a ON t (a);
ALTER TABLE t_a RENAME TO t_b;
DROP INDEX t_b;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM t WHERE a = k) THEN
        INSERT INTO t (a) VALUES (k);
    END IF;
END $$;
