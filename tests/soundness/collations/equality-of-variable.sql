-- level: postgresql/repeatable-read
-- never: safe
-- why: where case does not count, count_other('X') reads the row that mark writes
CREATE COLLATION ignoring_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE t (k text PRIMARY KEY, n int NOT NULL);
CREATE TABLE u (k int PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE count_other(p text) LANGUAGE plpgsql AS $$
DECLARE c int; q text COLLATE ignoring_case := p;
BEGIN
    IF p = 'x' THEN RETURN; END IF;
    SELECT max(n) INTO c FROM t WHERE k = q;
    UPDATE u SET n = c + 1 WHERE k = 1;
END $$;
CREATE PROCEDURE mark() LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    SELECT n INTO c FROM u WHERE k = 1;
    UPDATE t SET n = c + 1 WHERE k = 'x';
END $$;
