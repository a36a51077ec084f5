-- level: postgresql/repeatable-read
-- never: safe
-- why: rows of cfg hold 1.0 and 1.00, which are equal, and their texts are not: copy(1, 2) beside copy(2, 1) is a write skew
CREATE TABLE cfg (id int PRIMARY KEY, v numeric NOT NULL);
CREATE TABLE t (k text PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION copy(p int, q int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE x text; y text; c int;
BEGIN
  SELECT a.v::text, b.v::text INTO x, y FROM cfg a, cfg b WHERE a.id = p AND b.id = q AND a.v = b.v;
  SELECT n INTO c FROM t WHERE k = x;
  UPDATE t SET n = c + 1 WHERE k = y;
  RETURN c;
END $$;
