-- level: postgresql/read-committed
-- never: safe
-- why: what RETURNING gives is no column
CREATE TABLE t (id serial PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION add(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; n integer;
BEGIN
    INSERT INTO t (v) VALUES (0) RETURNING id - id + k INTO x;
    SELECT v INTO n FROM t WHERE id = x;
    UPDATE t SET v = n + 1 WHERE id = k;
END $$;
CREATE FUNCTION put(k integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO t VALUES (k, 0) $$;
