-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: a transaction that has summed up any row does not write

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE fill(k integer, y integer) LANGUAGE plpgsql AS $$
DECLARE v integer; n integer;
BEGIN
    SELECT sum(a) INTO v FROM t WHERE b = k;
    SELECT count(*) INTO n FROM t WHERE b = k;
    IF n = 0 THEN
        UPDATE t SET a = 1 WHERE id = y;
    END IF;
END $$;
