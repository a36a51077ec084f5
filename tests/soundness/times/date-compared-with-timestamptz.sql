-- level: postgresql/read-committed
-- never: safe
-- why: a date is compared with a time in the session's zone
CREATE TABLE day(d date PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION f(p timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  UPDATE day SET n = n WHERE d = p;
  SET LOCAL timezone = 'Asia/Tokyo';
  SELECT n INTO v FROM day WHERE d = p;
  UPDATE day SET n = v + 1 WHERE d = p;
END $$;
