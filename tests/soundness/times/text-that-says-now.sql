-- level: postgresql/repeatable-read
-- never: safe
-- why: the text 'now' is another time in each transaction: one reads row 1 and writes row 2, the other the reverse
CREATE TABLE t (k int PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE f() LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    IF extract(minute FROM 'now'::text::timestamptz) > 29 THEN
        SELECT n INTO c FROM t WHERE k = 1;
        UPDATE t SET n = c + 1 WHERE k = 2;
    ELSE
        SELECT n INTO c FROM t WHERE k = 2;
        UPDATE t SET n = c + 1 WHERE k = 1;
    END IF;
END $$;
