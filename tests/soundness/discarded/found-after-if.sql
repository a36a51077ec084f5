-- level: postgresql/read-committed
-- never: safe
-- why: what stands between leaves FOUND alone: it still tells whether there were rows
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE s (id integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION look(p integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE m integer; k integer;
BEGIN
    SELECT n INTO m FROM s WHERE id = p;
    IF m > 0 THEN
        PERFORM 1 FROM t WHERE id = p;
        k := m + 1;
    END IF;
    EXECUTE 'SELECT 1';
    m := m + FOUND::integer;
    UPDATE s SET n = n WHERE id = 0;
    IF NOT FOUND THEN
        RAISE NOTICE 'none';
    END IF;
    RETURN m;
END $$;
CREATE FUNCTION change(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM t WHERE id = p;
    UPDATE s SET n = n + 1 WHERE id = p;
END $$;
