-- level: postgresql/repeatable-read
-- never: safe
-- why: EXCEPT leaves no row to join with, so the UPDATE that would make two transactions conflict changes nothing

CREATE TABLE h (k int PRIMARY KEY, v int);
CREATE TABLE kv (k int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE copy(p int, q int) LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
    SELECT v INTO n FROM h WHERE k = 7;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no row';
    END IF;
    UPDATE h SET v = 1 FROM (SELECT 7 AS c EXCEPT SELECT 7) AS x WHERE h.k = 7;
    SELECT v INTO n FROM kv WHERE k = p;
    UPDATE kv SET v = n + 1 WHERE k = q;
END $$;
