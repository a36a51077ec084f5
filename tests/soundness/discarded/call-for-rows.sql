-- level: postgresql/read-committed
-- never: safe
-- why: what is called for each row writes what it is given
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE s (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE notes (v integer);
CREATE FUNCTION note(v integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO notes VALUES (v) $$;
CREATE FUNCTION look(p integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE m integer;
BEGIN
    SELECT n INTO m FROM s WHERE id = p;
    PERFORM note(v) FROM t WHERE id = p;
    RETURN m;
END $$;
CREATE FUNCTION change(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM t WHERE id = p;
    UPDATE s SET n = n + 1 WHERE id = p;
END $$;
