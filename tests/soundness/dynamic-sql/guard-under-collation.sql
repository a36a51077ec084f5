-- level: postgresql/read-committed
-- never: safe
-- why: p('A' COLLATE ci) passes the guard: a parameter has the collation of the call
CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL, "A" int NOT NULL);
CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE PROCEDURE p(f text) LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SELECT "A" INTO v FROM t WHERE id = 1;
  IF f NOT IN ('a') THEN RETURN; END IF;
  EXECUTE format('UPDATE t SET %I = $1 WHERE id = 1', f) USING v + 1;
END $$;
