-- level: postgresql/repeatable-read
-- never: safe
-- why: LIMIT 0 leaves out the one row of count(*), so that n is NULL, and two() always writes

CREATE TABLE b (id int PRIMARY KEY);
CREATE TABLE kv (k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int; r int;
BEGIN
    SELECT count(*) INTO n FROM b;
    IF n = 1 THEN
        SELECT v INTO r FROM kv WHERE k = 1;
        UPDATE kv SET v = r + 1 WHERE k = 2;
    END IF;
    RETURN r;
END $$;
CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int; r int;
BEGIN
    SELECT count(*) INTO n FROM b LIMIT 0;
    IF n IS NULL THEN
        SELECT v INTO r FROM kv WHERE k = 2;
        UPDATE kv SET v = r + 1 WHERE k = 1;
    END IF;
    RETURN r;
END $$;
