-- level: postgresql/read-committed
-- never: safe
-- why: several rows may have the value
CREATE TABLE t (id serial PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u (id integer, v integer);
CREATE FUNCTION add(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; n integer;
BEGIN
    INSERT INTO u VALUES (k, 0) RETURNING id INTO x;
    SELECT max(v) INTO n FROM u WHERE id = x;
    UPDATE u SET v = n + 1 WHERE id = k;
    UPDATE t SET v = n + 1 WHERE id = k;
END $$;
CREATE FUNCTION put(k integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO t VALUES (k, 0) $$;
