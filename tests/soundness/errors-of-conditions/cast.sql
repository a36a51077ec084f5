-- level: postgresql/read-committed
-- never: safe
-- why: a bigint that is no smallint makes the cast in the condition fail, though the value that is compared stays the same
CREATE TABLE t (id int PRIMARY KEY, v bigint NOT NULL);
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE reader(INOUT n int, INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
    SELECT count(*) INTO n FROM t WHERE v::smallint < 0;
    SELECT v INTO y FROM u WHERE id = 1;
END $$;
CREATE PROCEDURE writer(a int) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO t VALUES (a, 40000);
    UPDATE u SET v = 9 WHERE id = 1;
END $$;
