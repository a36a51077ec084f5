-- level: postgresql/repeatable-read
-- never: safe
-- why: each of the two comes before the other: one would overflow at the row that the other inserts, which has read what the first one changes
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(INOUT n int, a int) LANGUAGE plpgsql AS $$
BEGIN
    SELECT count(*) INTO n FROM t WHERE v + 1000 < -100000;
    UPDATE u SET v = 5 WHERE id = 1;
END $$;
CREATE PROCEDURE w(a int, INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
    SELECT v INTO y FROM u WHERE id = 1;
    INSERT INTO t VALUES (a, 2147483647);
END $$;
