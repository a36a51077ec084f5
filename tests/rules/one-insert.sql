-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- beside: checked-again
-- why: of two that find no row and insert it, one fails

CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE put(k integer, x integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM t WHERE id = k;
    IF NOT FOUND THEN
        INSERT INTO t (id, v) VALUES (k, x);
    END IF;
END $$;
