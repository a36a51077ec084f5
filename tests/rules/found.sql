-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: who finds the row only reads, who does not find it has read nothing that changes

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE fill(x integer, y integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT a INTO v FROM t WHERE id = x;
    IF NOT FOUND THEN
        UPDATE t SET a = 1 WHERE id = y;
    END IF;
END $$;
