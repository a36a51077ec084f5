-- level: snapshot-isolation
-- with: unsafe
-- without: safe
-- why: each instance counts rows that the other one adds: a phantom

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE count_and_add(x integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT count(*) INTO v FROM t;
    INSERT INTO t (id, a, b) VALUES (x, v, 0);
END $$;
