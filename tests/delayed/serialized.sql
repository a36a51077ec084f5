-- level: snapshot-isolation
-- serialize: copy_x:look set_x:copy_y
-- with: unsafe
-- without: safe
-- why: copy_x and copy_y are both delayed: copy_x beside set_x, copy_y beside copy_x and look. With copy_x alone delayed, look would
--   run beside it; with copy_y alone delayed, set_x would. Either pair is serializable, so the normal form has no such execution
CREATE TABLE t (k int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE copy_x() LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM t WHERE k = 1;
  UPDATE t SET v = n WHERE k = 2;
END $$;
CREATE PROCEDURE set_x(n int) LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET v = n WHERE k = 1; END $$;
CREATE FUNCTION look(OUT x int, OUT z int) LANGUAGE plpgsql AS $$
BEGIN
  SELECT v INTO x FROM t WHERE k = 1;
  SELECT v INTO z FROM t WHERE k = 3;
END $$;
CREATE PROCEDURE copy_y() LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM t WHERE k = 2;
  UPDATE t SET v = n WHERE k = 3;
END $$;
