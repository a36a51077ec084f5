-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: copy reads a and writes b: by rows, two of them would be a write skew

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE copy(x integer, y integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT a INTO v FROM t WHERE id = x;
    UPDATE t SET b = v WHERE id = y;
END $$;
CREATE PROCEDURE bump(z integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET a = a + 1 WHERE id = z;
END $$;
