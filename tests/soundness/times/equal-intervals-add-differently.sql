-- level: postgresql/repeatable-read
-- never: safe
-- why: one month equals thirty days, but leads from 2020-01-01 to another day
CREATE TABLE t (k timestamp PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE copy(p interval, q interval) LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    IF p IS NULL OR q IS NULL OR p <> q THEN RETURN; END IF;
    SELECT n INTO c FROM t WHERE k = timestamp '2020-01-01' + p;
    UPDATE t SET n = c + 1 WHERE k = timestamp '2020-01-01' + q;
END $$;
