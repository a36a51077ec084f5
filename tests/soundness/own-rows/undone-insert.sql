-- level: postgresql/read-committed
-- never: safe
-- why: the variable keeps the key of a row that its handler has taken back: the row that is inserted afterwards is of another transaction
CREATE TABLE t (id serial PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION add(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; n integer;
BEGIN
    BEGIN
        INSERT INTO t VALUES (k, 0) RETURNING id INTO x;
        RAISE EXCEPTION 'back';
    EXCEPTION WHEN raise_exception THEN
        NULL;
    END;
    SELECT v INTO n FROM t WHERE id = x;
    UPDATE t SET v = n + 1 WHERE id = k;
END $$;
CREATE FUNCTION put(k integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO t VALUES (k, 0) $$;
