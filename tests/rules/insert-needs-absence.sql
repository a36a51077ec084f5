-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: the transaction that inserts the key did not find it, hence did not read u

CREATE TABLE t (id integer PRIMARY KEY);
CREATE TABLE u (id integer PRIMARY KEY, a integer NOT NULL);
CREATE PROCEDURE enter(x integer, y integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    PERFORM 1 FROM t WHERE id = x;
    IF FOUND THEN
        SELECT a INTO v FROM u WHERE id = y;
    END IF;
    UPDATE u SET a = 0 WHERE id = x;
    INSERT INTO t (id) VALUES (x);
END $$;
