-- level: postgresql/read-committed
-- never: safe
-- why: a condition that cannot be computed is an error
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE s (id integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION look(p integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE m integer;
BEGIN
    SELECT n INTO m FROM s WHERE id = p;
    PERFORM 1 FROM t WHERE id = p AND 1 / v > 0;
    RETURN m;
END $$;
CREATE FUNCTION change(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = 0 WHERE id = p;
    UPDATE s SET n = n + 1 WHERE id = p;
END $$;
