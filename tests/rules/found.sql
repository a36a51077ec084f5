-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: a transaction that reads that a row is absent inserts nothing

CREATE TABLE t (id integer PRIMARY KEY);
CREATE PROCEDURE extend(x integer, y integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM t WHERE id = x;
    IF FOUND THEN
        INSERT INTO t (id) VALUES (y);
    END IF;
END $$;
