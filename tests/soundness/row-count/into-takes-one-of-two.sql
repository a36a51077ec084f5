-- level: postgresql/read-committed
-- never: safe
-- why: SELECT INTO stops at its first row, so ROW_COUNT is 1 although two rows match; two runs of the procedure lose an update
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(a int) LANGUAGE plpgsql AS $$
DECLARE n int; q int;
BEGIN
  PERFORM 1 FROM t WHERE id IN (a, a + 1) FOR SHARE;
  GET DIAGNOSTICS n = ROW_COUNT;
  IF n <> 2 THEN
    RETURN;
  END IF;
  SELECT v INTO q FROM t WHERE id IN (a, a + 1);
  GET DIAGNOSTICS n = ROW_COUNT;
  IF n = 1 THEN
    SELECT v INTO q FROM u WHERE id = 1;
    UPDATE u SET v = q + 1 WHERE id = 1;
  END IF;
END $$;
