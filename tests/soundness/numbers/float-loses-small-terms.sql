-- level: postgresql/repeatable-read
-- never: safe
-- why: p + 1 - 1 is 0 where p is a small float
CREATE TABLE t (k double precision PRIMARY KEY, n int NOT NULL);
CREATE TABLE u (k int PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE f(p double precision) LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    IF p = 0 THEN RETURN; END IF;
    SELECT max(n) INTO c FROM t WHERE k = p + 1 - 1;
    UPDATE u SET n = c + 1 WHERE k = 1;
END $$;
CREATE PROCEDURE g() LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    SELECT n INTO c FROM u WHERE k = 1;
    UPDATE t SET n = c + 1 WHERE k = 0;
END $$;
