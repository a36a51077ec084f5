-- level: postgresql/read-committed
-- never: safe
-- why: PG_EXCEPTION_DETAIL shows the failing row with all its columns, also those that the UPDATE leaves alone
CREATE TABLE a(id int PRIMARY KEY, b int NOT NULL CHECK (b >= 0), o int NOT NULL);
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(x int, INOUT r text, INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
  BEGIN
    UPDATE a SET b = -1 WHERE id = x;
    r := 'done';
  EXCEPTION WHEN check_violation THEN
    GET STACKED DIAGNOSTICS r = PG_EXCEPTION_DETAIL;
  END;
  SELECT v INTO y FROM t WHERE id = 1;
END $$;
CREATE PROCEDURE w(x int, n int) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE a SET o = n WHERE id = x;
  UPDATE t SET v = n WHERE id = 1;
END $$;
