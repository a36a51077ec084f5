-- level: postgresql/read-committed
-- never: safe
-- why: a query of aggregates gives one row even if none matches, so ROW_COUNT is 1; two runs of the procedure lose an update
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(a int) LANGUAGE plpgsql AS $$
DECLARE n int; q int;
BEGIN
  PERFORM count(*) FROM t WHERE id = a AND v <> v;
  GET DIAGNOSTICS n = ROW_COUNT;
  IF n = 1 THEN
    SELECT v INTO q FROM u WHERE id = 1;
    UPDATE u SET v = q + 1 WHERE id = 1;
  END IF;
END $$;
