-- level: postgresql/repeatable-read
-- never: safe
-- why: files run the routine to create a table, but it writes, too: it is a transaction all the same
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TABLE IF NOT EXISTS made_%s (id integer)', k);
    IF (SELECT sum(v) FROM t) > 1 THEN
        UPDATE t SET v = v - 1 WHERE id = k;
    END IF;
END $$;
SELECT p(1);
