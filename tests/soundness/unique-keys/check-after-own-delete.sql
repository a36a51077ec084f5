-- level: postgresql/read-committed
-- never: safe
-- why: the row that the query has missed is deleted by the statement after it, and so its key is free
CREATE TABLE t (k integer PRIMARY KEY);
CREATE FUNCTION put(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(0);
    SELECT count(*) INTO n FROM t WHERE k = p;
    DELETE FROM t WHERE k = p;
    INSERT INTO t VALUES (p);
    RETURN n;
END $$;
CREATE PROCEDURE add(p integer) LANGUAGE sql AS $$ INSERT INTO t VALUES (p) $$;
