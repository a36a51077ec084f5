-- level: postgresql/repeatable-read
-- never: safe
-- why: as a float 9007199254740993 is 9007199254740992: a key compared with a float names several rows
CREATE TABLE t (k bigint PRIMARY KEY, n int NOT NULL);
CREATE TABLE u (k int PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE f(p double precision) LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    IF p <> 9007199254740992 THEN RETURN; END IF;
    SELECT max(n) INTO c FROM t WHERE k = p;
    UPDATE u SET n = c + 1 WHERE k = 1;
END $$;
CREATE PROCEDURE g() LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    SELECT n INTO c FROM u WHERE k = 1;
    UPDATE t SET n = c + 1 WHERE k = 9007199254740993;
END $$;
