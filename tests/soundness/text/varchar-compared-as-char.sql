-- level: postgresql/repeatable-read
-- never: safe
-- why: a varchar is compared with a char(n) without the blanks at its end: count_other('x') reads what mark writes
CREATE TABLE t (k varchar PRIMARY KEY, n int NOT NULL);
CREATE TABLE u (k int PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE count_other(p char(3)) LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    IF p::varchar = 'x ' THEN RETURN; END IF;
    SELECT max(n) INTO c FROM t WHERE k = p;
    UPDATE u SET n = c + 1 WHERE k = 1;
END $$;
CREATE PROCEDURE mark() LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    SELECT n INTO c FROM u WHERE k = 1;
    UPDATE t SET n = c + 1 WHERE k = 'x ';
END $$;
