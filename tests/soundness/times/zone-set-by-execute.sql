-- level: postgresql/read-committed
-- never: safe
-- why: the zone is set by a text
CREATE TABLE day(d date PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION f(p timestamptz, z text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int; a date := p; b date;
BEGIN
  UPDATE day SET n = n WHERE d = a;
  EXECUTE format('SET LOCAL timezone = %L', z);
  b := p;
  SELECT n INTO v FROM day WHERE d = b;
  UPDATE day SET n = v + 1 WHERE d = b;
END $$;
