-- level: postgresql/repeatable-read
-- never: safe
-- why: a third of 1.0 and of 1 with forty zeros have different numbers of digits
CREATE TABLE t (k numeric PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE copy(p numeric, q numeric) LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    IF p IS NULL OR q IS NULL OR p <> q THEN RETURN; END IF;
    SELECT n INTO c FROM t WHERE k = p / 3;
    UPDATE t SET n = c + 1 WHERE k = q / 3;
END $$;
