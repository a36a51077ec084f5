-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: whoever inserts the key after another one has deleted that one's row itself, and so has seen it

CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE put(k integer, x integer) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM t WHERE id = k;
    INSERT INTO t (id, v) VALUES (k, x);
END $$;
