-- level: postgresql/read-committed
-- never: safe
-- why: after ROLLBACK the next transaction of the procedure writes what was read before: two values of one row
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE seen (a int NOT NULL, b int NOT NULL);
CREATE PROCEDURE looks(k int) LANGUAGE plpgsql AS $$
DECLARE
    x int;
    y int;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    SELECT v INTO y FROM t WHERE id = k;
    IF x IS NOT NULL THEN
        ROLLBACK;
    END IF;
    INSERT INTO seen VALUES (x, y);
END $$;
CREATE PROCEDURE counts(k int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = v + 1 WHERE id = k;
END $$;
