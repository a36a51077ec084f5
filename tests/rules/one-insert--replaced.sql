-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a transaction that inserts the key after another one has itself deleted that one's row, and so has seen it

CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE put(k integer, x integer) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM t WHERE id = k;
    INSERT INTO t (id, v) VALUES (k, x);
END $$;
