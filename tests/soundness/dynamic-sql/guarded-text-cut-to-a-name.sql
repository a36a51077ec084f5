-- level: postgresql/read-committed
-- never: safe
-- why: a text that is compared with a variable of type name is cut to 63 bytes, and so is the variable's
CREATE TABLE t (id int PRIMARY KEY, b int NOT NULL);
CREATE PROCEDURE p(f name) LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SELECT b INTO v FROM t WHERE id = 1;
  IF f NOT IN ('UPDATE t SET b = $1 WHERE id = 1                               AND id = 2') THEN RETURN; END IF;
  EXECUTE f USING v + 1;
END $$;
