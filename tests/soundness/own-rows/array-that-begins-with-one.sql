-- level: postgresql/read-committed
-- never: safe
-- why: the array has another key from the start
CREATE TABLE t (id serial PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION add(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; n integer; ids integer[] := ARRAY[1];
BEGIN
    INSERT INTO t (v) VALUES (0) RETURNING id INTO x;
    ids := array_append(ids, x);
    SELECT max(v) INTO n FROM t WHERE id = ANY (ids) AND v > 5;
    UPDATE t SET v = n + 1 WHERE id = k;
END $$;
CREATE FUNCTION put(k integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO t VALUES (k, 0) $$;
