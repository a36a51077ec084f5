CREATE TABLE t(id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u(id integer PRIMARY KEY, v integer NOT NULL);
CREATE SEQUENCE s;

-- Where v is 1, the client gets a text that only a server has, and with it what p has read.
CREATE PROCEDURE p(INOUT z text) LANGUAGE plpgsql AS $$
DECLARE y text; x integer;
BEGIN
    BEGIN
        SELECT 1 / (v - 1) INTO x FROM t WHERE id = 1;
        y := 'ok';
    EXCEPTION WHEN division_by_zero THEN
        GET STACKED DIAGNOSTICS y = PG_EXCEPTION_CONTEXT;
    END;
    SELECT y || v INTO z FROM u WHERE id = 1;
END $$;
CREATE PROCEDURE q() LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = 5 WHERE id = 1;
    UPDATE u SET v = 7 WHERE id = 1;
END $$;

-- Two of set_it are harmless; look is not run in memory at all.
CREATE PROCEDURE look(INOUT y integer, INOUT n bigint) LANGUAGE plpgsql AS $$
BEGIN
    SELECT v INTO y FROM u WHERE id = 1;
    SELECT last_value INTO n FROM s;
END $$;
CREATE PROCEDURE set_it() LANGUAGE plpgsql AS $$
BEGIN
    PERFORM setval('s', 77);
    UPDATE u SET v = 9 WHERE id = 1;
END $$;
