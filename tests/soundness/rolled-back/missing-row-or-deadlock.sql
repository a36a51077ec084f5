-- level: postgresql/read-committed
-- never: safe
-- why: the error may be that of STRICT, which says that the row is not there
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE looks(INOUT r int) LANGUAGE plpgsql AS $$
DECLARE
    y int;
BEGIN
    SELECT v INTO r FROM t WHERE id = 1;
    SELECT v INTO STRICT y FROM u WHERE id = 2;
    RAISE EXCEPTION 'it is there';
EXCEPTION
    WHEN no_data_found OR deadlock_detected THEN
        ROLLBACK;
END $$;
CREATE PROCEDURE moves() LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = v + 1 WHERE id = 1;
    DELETE FROM u WHERE id = 2;
END $$;
