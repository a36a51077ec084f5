-- level: postgresql/read-committed
-- never: safe
-- why: the loop's next round asks for FOUND before anything has set it
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE s (id integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION look(p integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE m integer; k integer := 0;
BEGIN
    SELECT n INTO m FROM s WHERE id = p;
    FOR i IN 1..2 LOOP
        IF i = 2 AND NOT FOUND THEN
            k := 1;
        END IF;
        PERFORM 1 FROM t WHERE id = p;
    END LOOP;
    RETURN m + 10 * k;
END $$;
CREATE FUNCTION change(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM t WHERE id = p;
    UPDATE s SET n = n + 1 WHERE id = p;
END $$;
