-- level: postgresql/read-committed
-- never: safe
-- why: the message of the error shows a column of the row, which another program changes once the handler has given back the lock

CREATE TABLE a (id integer PRIMARY KEY, b integer NOT NULL, o integer NOT NULL);
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'row %', OLD.o;
END $$;
CREATE TRIGGER refuse BEFORE UPDATE OF b ON a FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE PROCEDURE p(x integer, INOUT r text, INOUT y integer) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        UPDATE a SET b = 6 WHERE id = x;
    EXCEPTION WHEN raise_exception THEN
        r := SQLERRM;
    END;
    SELECT v INTO y FROM t WHERE id = x;
END $$;
CREATE PROCEDURE w(x integer, n integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE a SET o = n WHERE id = x;
    UPDATE t SET v = n WHERE id = x;
END $$;
