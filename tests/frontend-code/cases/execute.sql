CREATE TABLE t (id integer PRIMARY KEY, v integer, w text);
CREATE FUNCTION using_values(id integer, v integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE got integer;
BEGIN
    EXECUTE 'UPDATE t SET v = $2 WHERE id = $1 AND v <> 0 RETURNING v' INTO STRICT got USING id, v + 1;
    EXECUTE 'SELECT v FROM t';
    RETURN got;
END $$;
CREATE FUNCTION put_together(n integer, who text) RETURNS SETOF integer LANGUAGE plpgsql AS $$
DECLARE command text := 'SELECT id FROM t'; r record; c refcursor;
BEGIN
    IF n > 0 THEN command := command || ' WHERE v > 0'; END IF;
    RETURN QUERY EXECUTE command;
    FOR r IN EXECUTE format('SELECT id FROM t WHERE w = %L AND v = %s', who, n) LOOP
        RETURN NEXT r.id;
    END LOOP;
    OPEN c FOR EXECUTE 'SELECT id FROM t WHERE id = $1' USING n;
    FETCH c INTO n;
END $$;
CREATE FUNCTION of_a_value(n text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'DELETE FROM ' || n;
END $$;
