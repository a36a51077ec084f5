-- level: postgresql/read-committed
-- never: safe
-- why: the first query of the reader divides by zero once the writer's row is there, so it came before, and what it reads then came after
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE reader(INOUT n int, INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
    SELECT count(*) INTO n FROM t WHERE v + 0 > 0 AND 10 / v > 1;
    SELECT v INTO y FROM u WHERE id = 1;
END $$;
CREATE PROCEDURE writer(a int) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO t VALUES (a, 0);
    UPDATE u SET v = 9 WHERE id = 1;
END $$;
