-- level: postgresql/read-committed
-- never: safe
-- why: the called procedure has such a handler, too, but its values are those of the caller, which a deadlock ends
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE other (id int PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE reads(k int, INOUT r text) LANGUAGE plpgsql AS $$
DECLARE
    x int;
    y int;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    SELECT v INTO y FROM t WHERE id = k;
    r := concat_ws('|', x, y);
EXCEPTION
    WHEN deadlock_detected THEN
        ROLLBACK;
END $$;
CREATE PROCEDURE looks(k int, INOUT r text) LANGUAGE plpgsql AS $$
BEGIN
    CALL reads(k, r);
    UPDATE other SET n = n + 1 WHERE id = k;
    RAISE EXCEPTION 'only a deadlock ends this';
EXCEPTION
    WHEN deadlock_detected THEN
        ROLLBACK;
END $$;
CREATE PROCEDURE counts(k int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = v + 1 WHERE id = k;
END $$;
