-- level: postgresql/read-committed
-- never: safe
-- why: what pg_current_snapshot() gives tells which transactions have ended, as no serial order does
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(INOUT r text, INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
  r := pg_current_snapshot()::text;
  SELECT v INTO y FROM t WHERE id = 1;
END $$;
CREATE PROCEDURE w(n int) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE t SET v = n WHERE id = 1;
END $$;
