-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: as for FOUND, with rows that can go: one snapshot holds the row or does not

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE fill(x integer, y integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT a INTO v FROM t WHERE id = x;
    IF NOT FOUND THEN
        UPDATE t SET a = 1 WHERE id = y;
    END IF;
END $$;
CREATE PROCEDURE remove(z integer) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM t WHERE id = z;
END $$;
