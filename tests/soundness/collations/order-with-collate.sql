-- level: postgresql/repeatable-read
-- never: safe
-- why: in ASCII 'B' comes before 'a', in English after it

CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION f(a text, b text, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  IF (a < b COLLATE "C" AND NOT (a < b COLLATE "en-x-icu")) IS NOT TRUE THEN RETURN 0; END IF;
  SELECT count(*) INTO n FROM t WHERE v = 0;
  UPDATE t SET v = 1 WHERE k = z;
  RETURN n;
END $$;
