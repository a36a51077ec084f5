-- level: postgresql/repeatable-read
-- never: safe
-- why: of a literal "char" keeps the first byte
CREATE TABLE t (k "char" PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE f() LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    SELECT n INTO c FROM t WHERE k = 'ax';
    UPDATE t SET n = c + 1 WHERE k = 'b';
END $$;
CREATE PROCEDURE g() LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    SELECT n INTO c FROM t WHERE k = 'b';
    UPDATE t SET n = c + 1 WHERE k = 'ay';
END $$;
