-- level: postgresql/read-committed
-- never: safe
-- why: the transition table shows a column that the UPDATE does not name, and another program changes it

CREATE TABLE a (id integer PRIMARY KEY, b integer NOT NULL, o integer NOT NULL);
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION divide() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 10 / min(o) FROM now_there;
    RETURN NULL;
END $$;
CREATE TRIGGER divide AFTER UPDATE ON a REFERENCING NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION divide();
CREATE PROCEDURE p(x integer, INOUT r text, INOUT y integer) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        UPDATE a SET b = 6 WHERE id = x;
        r := 'ok';
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
