-- level: postgresql/repeatable-read
-- never: safe
-- why: 1.0 and 1.00 are equal, their texts are not: copy(1.0, 1.00) beside copy(1.00, 1.0) is a write skew
CREATE TABLE t (k text PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE copy(p numeric, q numeric) LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    IF p IS NULL OR q IS NULL OR p <> q THEN RETURN; END IF;
    SELECT n INTO c FROM t WHERE k = p::text;
    UPDATE t SET n = c + 1 WHERE k = q::text;
END $$;
