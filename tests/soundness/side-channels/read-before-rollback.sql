-- level: postgresql/read-committed
-- never: safe
-- why: what a procedure has read before ROLLBACK is in its OUT parameters: 0 and 1 of one row that it read twice
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE looks(k int, INOUT r text) LANGUAGE plpgsql AS $$
DECLARE
    x int;
    y int;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    SELECT v INTO y FROM t WHERE id = k;
    r := concat_ws('|', x, y);
    ROLLBACK;
END $$;
CREATE PROCEDURE counts(k int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = v + 1 WHERE id = k;
END $$;
