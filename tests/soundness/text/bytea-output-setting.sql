-- level: postgresql/read-committed
-- never: safe
-- why: bytes are written in another way
CREATE TABLE day(d text PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION f(p bytea) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  UPDATE day SET n = n WHERE d = p::text;
  SET LOCAL bytea_output = escape;
  SELECT n INTO v FROM day WHERE d = p::text;
  UPDATE day SET n = v + 1 WHERE d = p::text;
END $$;
