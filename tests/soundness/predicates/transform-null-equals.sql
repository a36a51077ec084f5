-- level: postgresql/read-committed
-- never: safe
-- why: z = NULL is z IS NULL there
CREATE TABLE a(id int PRIMARY KEY, n int NOT NULL, z int);
CREATE FUNCTION f(p int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SET LOCAL transform_null_equals = on;
  SELECT n INTO v FROM a WHERE z = NULL AND id = p;
  IF FOUND THEN UPDATE a SET n = v + 1 WHERE id = p; END IF;
END $$;
