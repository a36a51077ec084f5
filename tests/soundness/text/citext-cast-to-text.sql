-- level: postgresql/repeatable-read
-- never: safe
-- why: a and A are equal, but COALESCE with a text makes texts of them, which are not
CREATE EXTENSION citext;
CREATE TABLE t (k text PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION copy(p citext, q citext) RETURNS int LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
  IF p IS NULL OR q IS NULL OR p <> q THEN RETURN 0; END IF;
  SELECT n INTO c FROM t WHERE k = COALESCE(p, 'x'::text);
  UPDATE t SET n = c + 1 WHERE k = COALESCE(q, 'x'::text);
  RETURN c;
END $$;
