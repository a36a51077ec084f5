-- level: postgresql/read-committed
-- never: safe
-- why: a variable of type name keeps 63 bytes of a text
CREATE TABLE t (id int PRIMARY KEY, b int NOT NULL);
CREATE PROCEDURE p(f name) LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SELECT b INTO v FROM t WHERE id = 1;
  f := 'UPDATE t SET b = $1 WHERE id = 1                               AND id = 2';
  EXECUTE f USING v + 1;
END $$;
