-- level: postgresql/repeatable-read
-- never: safe
-- why: 1.00 as numeric(10,2) and 1.000 as numeric(10,3) are equal, and their texts differ
CREATE TABLE t(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p numeric, q numeric, z int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint; a numeric(10,2) := p; b numeric(10,3) := q;
BEGIN
  IF (a = b AND a::text <> b::text) IS NOT TRUE THEN
    RETURN 0;
  END IF;
  SELECT count(*) INTO n FROM t WHERE v = 0;
  UPDATE t SET v = 1 WHERE k = z;
  RETURN n;
END $$;
