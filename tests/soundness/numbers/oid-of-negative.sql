-- level: postgresql/repeatable-read
-- never: safe
-- why: -1 as an oid is 4294967295
CREATE TABLE t (k oid PRIMARY KEY, n int NOT NULL);
CREATE TABLE u (k int PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE f(p int) LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    IF p > 0 THEN RETURN; END IF;
    SELECT max(n) INTO c FROM t WHERE k = p;
    UPDATE u SET n = c + 1 WHERE k = 1;
END $$;
CREATE PROCEDURE g() LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    SELECT n INTO c FROM u WHERE k = 1;
    UPDATE t SET n = c + 1 WHERE k = 4294967295;
END $$;
