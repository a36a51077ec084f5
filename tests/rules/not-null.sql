-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: a transaction that inserts a NULL key does not commit, and the others have not read

CREATE TABLE t (id integer PRIMARY KEY);
CREATE TABLE u (id integer PRIMARY KEY, a integer NOT NULL);
CREATE PROCEDURE enter(x integer, y integer, z integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    IF x IS NULL THEN
        SELECT a INTO v FROM u WHERE id = y;
    END IF;
    UPDATE u SET a = 0 WHERE id = z;
    INSERT INTO t (id) VALUES (x);
END $$;
