-- level: postgresql/read-committed
-- never: safe
-- why: whether a trigger fails depends on a column of the row, which another program changes once the handler has given back the lock

CREATE TABLE a (id integer PRIMARY KEY, b integer NOT NULL, o integer NOT NULL);
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION divide() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 10 / OLD.o;
    RETURN NEW;
END $$;
CREATE TRIGGER divide BEFORE UPDATE OF b ON a FOR EACH ROW EXECUTE FUNCTION divide();
CREATE PROCEDURE p(x integer, INOUT r text, INOUT y integer) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        UPDATE a SET b = 6 WHERE id = x;
    EXCEPTION WHEN division_by_zero THEN
        r := 'zero';
    END;
    SELECT v INTO y FROM t WHERE id = x;
END $$;
CREATE PROCEDURE w(x integer, n integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE a SET o = n WHERE id = x;
    UPDATE t SET v = n WHERE id = x;
END $$;
