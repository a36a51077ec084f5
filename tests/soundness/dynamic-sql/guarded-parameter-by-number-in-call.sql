-- level: postgresql/read-committed
-- never: safe
-- why: CALL q($1) assigns to the first parameter, which the guard has checked
CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL, "A" int NOT NULL);
CREATE PROCEDURE q(INOUT x text) LANGUAGE plpgsql AS $$ BEGIN x := 'b'; END $$;
CREATE PROCEDURE p(f text) LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SELECT b INTO v FROM t WHERE id = 1;
  IF f NOT IN ('a') THEN RETURN; END IF;
  CALL q($1);
  EXECUTE format('UPDATE t SET %I = $1 WHERE id = 1', f) USING v + 1;
END $$;
