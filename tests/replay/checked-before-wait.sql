CREATE TABLE a (id integer PRIMARY KEY, b integer NOT NULL CHECK (b >= 0), o integer NOT NULL);
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE refused(x integer, INOUT r text, INOUT y integer) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        UPDATE a SET b = -1 WHERE id = x;
    EXCEPTION WHEN check_violation THEN
        GET STACKED DIAGNOSTICS r = PG_EXCEPTION_DETAIL;
    END;
    SELECT v INTO y FROM t WHERE id = 1;
END $$;
CREATE PROCEDURE other(x integer, n integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE a SET o = n WHERE id = x;
    UPDATE t SET v = n WHERE id = 1;
END $$;
