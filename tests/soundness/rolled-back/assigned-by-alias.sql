-- level: postgresql/read-committed
-- never: safe
-- why: the OUT parameter has another name, and is assigned last
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE other (id int PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE looks(k int, INOUT r text) LANGUAGE plpgsql AS $$
DECLARE
    result ALIAS FOR $2;
    r int;
    x int;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    SELECT v INTO r FROM t WHERE id = k;
    result := concat_ws('|', x, r);
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
