-- level: postgresql/read-committed
-- never: safe
-- why: a handler of the whole procedure rolls back, and then writes what was read before: two values of one row
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE seen (a int, b int);
CREATE PROCEDURE looks(k int) LANGUAGE plpgsql AS $$
DECLARE
    x int;
    y int;
BEGIN
    RAISE EXCEPTION 'always';
EXCEPTION
    WHEN raise_exception THEN
        SELECT v INTO x FROM t WHERE id = k;
        SELECT v INTO y FROM t WHERE id = k;
        ROLLBACK;
        INSERT INTO seen VALUES (x, y);
END $$;
CREATE PROCEDURE counts(k int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = v + 1 WHERE id = k;
END $$;
