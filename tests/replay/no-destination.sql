CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION nowhere(p int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = v + 1 WHERE id <> p;
    SELECT v FROM t WHERE id = p;
    RETURN 1;
END $$;
CREATE FUNCTION caught(p int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    n int;
BEGIN
    SELECT v INTO n FROM t WHERE id = p;
    BEGIN
        SELECT v FROM t WHERE id = p;
    EXCEPTION WHEN syntax_error THEN
        UPDATE t SET v = n + 1 WHERE id = p;
    END;
    RETURN n;
END $$;
