-- level: postgresql/read-committed
-- never: safe
-- why: the column of the subquery overflows at the writer's row, so that the reader came before; and it came after, as it reads u
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE reader(INOUT n int, INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
    IF 5 IN (SELECT v + 1000 FROM t) THEN
        n := 1;
    END IF;
    SELECT v INTO y FROM u WHERE id = 1;
END $$;
CREATE PROCEDURE writer(a int) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO t VALUES (a, 2147483647);
    UPDATE u SET v = 9 WHERE id = 1;
END $$;
