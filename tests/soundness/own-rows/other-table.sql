-- level: postgresql/read-committed
-- never: safe
-- why: the key is one of another table
CREATE TABLE t (id serial PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u (id integer);
CREATE FUNCTION add(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; n integer;
BEGIN
    INSERT INTO u VALUES (k) RETURNING id INTO x;
    SELECT v INTO n FROM t WHERE id = x;
    UPDATE t SET v = n + 1 WHERE id = k;
END $$;
CREATE FUNCTION put(k integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO t VALUES (k, 0) $$;
