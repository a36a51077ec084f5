-- level: postgresql/read-committed
-- never: safe
-- why: the lock is not taken where the condition does not hold
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, k integer);
CREATE FUNCTION adds(p integer, m integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
    u integer;
BEGIN
    PERFORM pg_advisory_xact_lock(p) WHERE m > 0;
    SELECT n INTO v FROM a WHERE id = p;
    UPDATE a SET n = v + 1 WHERE id = p;
END $$;
