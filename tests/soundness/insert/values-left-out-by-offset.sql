-- level: postgresql/repeatable-read
-- never: safe
-- why: OFFSET 1 leaves out the one row of VALUES, so nothing is inserted or updated that would make two transactions conflict

CREATE TABLE h (k int PRIMARY KEY, v int);
CREATE TABLE kv (k int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE copy(p int, q int) LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
    SELECT v INTO n FROM h WHERE k = 7;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no row';
    END IF;
    INSERT INTO h VALUES (7, 1) OFFSET 1 ON CONFLICT (k) DO UPDATE SET v = 1;
    SELECT v INTO n FROM kv WHERE k = p;
    UPDATE kv SET v = n + 1 WHERE k = q;
END $$;
