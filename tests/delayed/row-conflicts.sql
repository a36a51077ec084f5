-- level: snapshot-isolation
-- with: unsafe
-- without: safe
-- why: in the cycle copy_up, copy_down, set_first, look two are delayed, copy_down and copy_up. copy_up changes the row of set_first, and
--   look that of copy_down, in other columns: one normal form is left, copy_down beside set_first and copy_up, and nothing but the row that
--   these two change connects them
CREATE TABLE t (k int PRIMARY KEY, a int NOT NULL, b int NOT NULL);
CREATE PROCEDURE set_first(n int) LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET a = n WHERE k = 1; END $$;
CREATE PROCEDURE copy_down() LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SELECT a INTO v FROM t WHERE k = 1;
  UPDATE t SET a = v WHERE k = 2;
END $$;
CREATE PROCEDURE copy_up() LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SELECT a INTO v FROM t WHERE k = 2;
  UPDATE t SET b = v WHERE k = 1;
END $$;
CREATE PROCEDURE look(n int, OUT x int, OUT y int) LANGUAGE plpgsql AS $$
BEGIN
  SELECT a, b INTO x, y FROM t WHERE k = 1;
  UPDATE t SET b = n WHERE k = 2;
END $$;
