-- level: postgresql/read-committed
-- never: safe
-- why: the date of one time is another after the zone was set
CREATE TABLE day(d date PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION f(p timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  UPDATE day SET n = n WHERE d = p::date;
  PERFORM set_config('timezone', 'Asia/Tokyo', true);
  SELECT n INTO v FROM day WHERE d = p::date;
  UPDATE day SET n = v + 1 WHERE d = p::date;
END $$;
