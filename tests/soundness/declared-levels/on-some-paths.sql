-- level: postgresql/serializable
-- never: safe
-- why: which level p has after the COMMIT in its loop depends on the way to it
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p(INOUT x integer, INOUT y integer) LANGUAGE plpgsql AS $$
BEGIN
    COMMIT;
    FOR i IN 1..x LOOP
        SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
        SELECT v INTO x FROM t WHERE id = 1;
        SELECT v INTO y FROM u WHERE id = 1;
        COMMIT;
    END LOOP;
    SELECT v INTO x FROM t WHERE id = 1;
END $$;
CREATE PROCEDURE w(n integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = n WHERE id = 1;
    UPDATE u SET v = n WHERE id = 1;
END $$;
