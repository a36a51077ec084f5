-- level: postgresql/repeatable-read
-- never: safe
-- why: the small letter of I is another one in Turkish

CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION f(a text, b text, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  IF (lower(a COLLATE "tr-x-icu") <> lower(a COLLATE "en-x-icu")) IS NOT TRUE THEN RETURN 0; END IF;
  SELECT count(*) INTO n FROM t WHERE v = 0;
  UPDATE t SET v = 1 WHERE k = z;
  RETURN n;
END $$;
