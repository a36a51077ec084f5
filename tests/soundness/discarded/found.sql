-- level: postgresql/read-committed
-- never: safe
-- why: FOUND tells whether there were rows
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE s (id integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION look(p integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE m integer;
BEGIN
    SELECT n INTO m FROM s WHERE id = p;
    PERFORM 1 FROM t WHERE id = p;
    RETURN m || ' ' || FOUND;
END $$;
CREATE FUNCTION change(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM t WHERE id = p;
    UPDATE s SET n = n + 1 WHERE id = p;
END $$;
