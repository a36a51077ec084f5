-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: an instance reads or writes, never both

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE either(mode integer, x integer, y integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    IF mode = 1 THEN
        SELECT a INTO v FROM t WHERE id = x;
    ELSE
        UPDATE t SET a = y WHERE id = y;
    END IF;
END $$;
