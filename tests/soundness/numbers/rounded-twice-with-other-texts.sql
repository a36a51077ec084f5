-- level: postgresql/repeatable-read
-- never: safe
-- why: round(1.0, 2) and round(1.0, 3) are equal; how many digits they have depends on the second argument
CREATE TABLE t(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p numeric, a int, b int, z int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  IF (round(p, a) = round(p, b) AND round(p, a)::text <> round(p, b)::text) IS NOT TRUE THEN
    RETURN 0;
  END IF;
  SELECT count(*) INTO n FROM t WHERE v = 0;
  UPDATE t SET v = 1 WHERE k = z;
  RETURN n;
END $$;
