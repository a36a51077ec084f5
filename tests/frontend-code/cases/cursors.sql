CREATE TABLE t (id integer PRIMARY KEY, v integer);
CREATE FUNCTION moves(p integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    w integer := 7;
    c SCROLL CURSOR (low integer, high integer) FOR SELECT id FROM t WHERE v > w AND id BETWEEN low AND c.high;
    x integer;
BEGIN
    DECLARE w text := 'another';
    BEGIN
        OPEN c(high := p + 1, low := 2);
    END;
    FETCH c INTO x;
    FETCH LAST FROM c INTO x;
    MOVE BACKWARD p FROM c;
    MOVE ALL IN c;
    CLOSE c;
    RETURN x;
END $$;
CREATE FUNCTION loops(p integer) RETURNS refcursor LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT * FROM t;
    d refcursor;
BEGIN
    FOR r IN c LOOP
        d := 'd' || r.v;
    END LOOP;
    OPEN d NO SCROLL FOR SELECT v FROM t WHERE id = p;
    RETURN d;
END $$;
CREATE FUNCTION reads_in_argument() RETURNS void LANGUAGE plpgsql AS $$
DECLARE c CURSOR (n bigint) FOR SELECT id FROM t LIMIT n;
BEGIN OPEN c((SELECT count(*) FROM t)); END $$;
CREATE FUNCTION several() RETURNS void LANGUAGE plpgsql AS $$
DECLARE c CURSOR FOR SELECT id FROM t; x integer;
BEGIN OPEN c; FETCH FORWARD 2 FROM c INTO x; END $$;
CREATE FUNCTION on_any_text(s text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE c refcursor;
BEGIN OPEN c FOR EXECUTE s; END $$;
CREATE FUNCTION current_row(p integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT id, v FROM t WHERE v > p;
    l NO SCROLL CURSOR FOR SELECT id FROM t FOR UPDATE;
    n integer;
BEGIN
    OPEN c;
    FETCH c INTO n;
    UPDATE t SET v = n WHERE CURRENT OF c;
    DELETE FROM t AS x WHERE CURRENT /* of */ OF another RETURNING v INTO n;
    FOR r IN l LOOP
        DELETE FROM t WHERE CURRENT OF l;
    END LOOP;
    RETURN n;
END $$;
CREATE FUNCTION locks_without_current_row() RETURNS void LANGUAGE plpgsql AS $$
DECLARE c CURSOR FOR SELECT id FROM t FOR SHARE; x integer;
BEGIN OPEN c; MOVE c; END $$;
CREATE FUNCTION current_row_beside() RETURNS void LANGUAGE plpgsql AS $$
DECLARE c CURSOR FOR SELECT id FROM t;
BEGIN OPEN c; UPDATE t SET v = u.v FROM t u WHERE CURRENT OF c; END $$;
CREATE FUNCTION volatile_in_loop() RETURNS void LANGUAGE plpgsql AS $$
DECLARE c CURSOR FOR SELECT random() AS x FROM t;
BEGIN FOR r IN c LOOP NULL; END LOOP; END $$;
CREATE VIEW shown AS SELECT id, v FROM t;
CREATE FUNCTION current_row_of_view() RETURNS void LANGUAGE plpgsql AS $$
DECLARE c CURSOR FOR SELECT id FROM shown;
BEGIN OPEN c; DELETE FROM shown WHERE CURRENT OF c; END $$;
-- name: sql_cursors
BEGIN;
DECLARE c SCROLL CURSOR WITH HOLD FOR SELECT id FROM t WHERE v = :v;
FETCH c;
FETCH FORWARD 3 FROM c;
FETCH BACKWARD ALL IN c;
MOVE ABSOLUTE -2 FROM c;
FETCH RELATIVE 0 FROM c;
UPDATE t SET v = 1 WHERE CURRENT OF c;
CLOSE c;
CLOSE ALL;
COMMIT;
-- name: never_opened
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT id FROM t FOR UPDATE;
COMMIT;
-- name: binary
BEGIN;
DECLARE c BINARY CURSOR FOR SELECT id FROM t;
COMMIT;
