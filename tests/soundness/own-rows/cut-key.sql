-- level: postgresql/read-committed
-- never: safe
-- why: the variable has one digit fewer than the key: it is another row's
CREATE TABLE t (id serial PRIMARY KEY, v integer NOT NULL);
CREATE TABLE t2 (id numeric(8,2) PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION put2(k integer) RETURNS void LANGUAGE sql AS $$ UPDATE t2 SET v = v + 1 WHERE id = k $$;
CREATE FUNCTION add(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x numeric(8,1); n integer;
BEGIN
    INSERT INTO t2 VALUES (k + 0.04, 0) RETURNING id INTO x;
    SELECT v INTO n FROM t2 WHERE id = x;
    UPDATE t2 SET v = n + 1 WHERE id = k;
    UPDATE t SET v = n + 1 WHERE id = k;
END $$;
CREATE FUNCTION put(k integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO t VALUES (k, 0) $$;
