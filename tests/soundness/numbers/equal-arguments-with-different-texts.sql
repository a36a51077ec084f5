-- level: postgresql/repeatable-read
-- never: safe
-- why: 1.0 and 1.00 are equal, their texts are not, after however many other arguments
CREATE TABLE t (k text PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION copy(a numeric, b numeric, c numeric, d numeric, e numeric, f numeric, g numeric, h numeric, i numeric, j numeric,
                     l numeric, m numeric, o numeric, r numeric, s numeric, u numeric, p numeric, q numeric)
RETURNS int LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  IF p IS NULL OR q IS NULL OR p <> q THEN RETURN 0; END IF;
  SELECT n INTO x FROM t WHERE k = concat(a, b, c, d, e, f, g, h, i, j, l, m, o, r, s, u, p);
  UPDATE t SET n = x + 1 WHERE k = concat(a, b, c, d, e, f, g, h, i, j, l, m, o, r, s, u, q);
  RETURN x;
END $$;
