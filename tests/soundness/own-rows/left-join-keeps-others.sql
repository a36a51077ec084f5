-- level: postgresql/read-committed
-- never: safe
-- why: the condition of an outer join restricts its other side alone
CREATE TABLE t (id serial PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u (id integer PRIMARY KEY);
CREATE FUNCTION add(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; n integer;
BEGIN
    INSERT INTO t (v) VALUES (0) RETURNING id INTO x;
    SELECT t.v INTO n FROM t LEFT JOIN u ON t.id = x WHERE t.id = k;
    UPDATE t SET v = n + 1 WHERE id = k;
END $$;
CREATE FUNCTION put(k integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO t VALUES (k, 0) $$;
