-- level: postgresql/read-committed
-- never: safe
-- why: a time is written in another way after DateStyle was set
CREATE TABLE day(d text PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION f(p timestamp) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  UPDATE day SET n = n WHERE d = p::text;
  SET LOCAL datestyle = 'German';
  SELECT n INTO v FROM day WHERE d = p::text;
  UPDATE day SET n = v + 1 WHERE d = p::text;
END $$;
