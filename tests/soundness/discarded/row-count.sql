-- level: postgresql/read-committed
-- never: safe
-- why: ROW_COUNT tells how many rows there were
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE s (id integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION look(p integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE m integer; k integer;
BEGIN
    SELECT n INTO m FROM s WHERE id = p;
    PERFORM 1 FROM t WHERE id = p;
    GET DIAGNOSTICS k = ROW_COUNT;
    RETURN m || ' ' || k;
END $$;
CREATE FUNCTION change(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM t WHERE id = p;
    UPDATE s SET n = n + 1 WHERE id = p;
END $$;
