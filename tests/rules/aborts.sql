-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: a transaction that reads one row and writes another does not commit

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE same_row(x integer, y integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT a INTO v FROM t WHERE id = x;
    UPDATE t SET a = v + 1 WHERE id = y;
    IF x <> y THEN
        RAISE EXCEPTION 'different rows';
    END IF;
END $$;
