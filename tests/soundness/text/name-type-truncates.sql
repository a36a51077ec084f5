-- level: postgresql/repeatable-read
-- never: safe
-- why: a name has 63 bytes: the two long literals are one name
CREATE TABLE t (k name PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE f() LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    SELECT n INTO c FROM t WHERE k = 'a23456789012345678901234567890123456789012345678901234567890123x';
    UPDATE t SET n = c + 1 WHERE k = 'b';
END $$;
CREATE PROCEDURE g() LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    SELECT n INTO c FROM t WHERE k = 'b';
    UPDATE t SET n = c + 1 WHERE k = 'a23456789012345678901234567890123456789012345678901234567890123y';
END $$;
