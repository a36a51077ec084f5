-- level: postgresql/repeatable-read
-- never: safe
-- why: a text comes before another one in ASCII, and after it in the order of the database

CREATE TABLE t (k integer PRIMARY KEY, a text COLLATE "C" NOT NULL, b text NOT NULL, v integer NOT NULL);
CREATE FUNCTION f(x text, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  SELECT count(*) INTO n FROM t WHERE v = 0 AND a = b COLLATE "C" AND a < x AND NOT (b < x);
  UPDATE t SET v = 1 WHERE k = z AND a = b COLLATE "C" AND a < x AND NOT (b < x);
  RETURN n;
END $$;
