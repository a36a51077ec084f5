-- level: postgresql/read-committed
-- never: safe
-- why: the variable is given another value, too
CREATE TABLE t (id serial PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION add(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; n integer;
BEGIN
    INSERT INTO t (v) VALUES (0) RETURNING id INTO x;
    x := k;
    SELECT v INTO n FROM t WHERE id = x;
    UPDATE t SET v = n + 1 WHERE id = k;
END $$;
CREATE FUNCTION put(k integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO t VALUES (k, 0) $$;
