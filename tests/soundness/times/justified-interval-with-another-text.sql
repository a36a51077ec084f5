-- level: postgresql/repeatable-read
-- never: safe
-- why: justify_hours('25 hours') is equal to '25 hours', and its text is '1 day 01:00:00'
CREATE TABLE t(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p interval, z int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  IF (justify_hours(p) = p AND justify_hours(p)::text <> p::text) IS NOT TRUE THEN
    RETURN 0;
  END IF;
  SELECT count(*) INTO n FROM t WHERE v = 0;
  UPDATE t SET v = 1 WHERE k = z;
  RETURN n;
END $$;
