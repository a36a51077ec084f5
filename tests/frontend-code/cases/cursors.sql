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
