-- level: postgresql/repeatable-read
-- never: safe
-- why: round(1.0, 2) is equal to 1.0, and its text is another one
CREATE TABLE t(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p numeric, z int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  IF (round(p, 2) = p AND round(p, 2)::text <> p::text) IS NOT TRUE THEN
    RETURN 0;
  END IF;
  SELECT count(*) INTO n FROM t WHERE v = 0;
  UPDATE t SET v = 1 WHERE k = z;
  RETURN n;
END $$;
