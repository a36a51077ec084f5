-- level: postgresql/read-committed
-- never: safe
-- why: whether the CHECK lets the UPDATE through rests on a column that it does not assign
CREATE TABLE a(id int PRIMARY KEY, b int NOT NULL, o int NOT NULL, CHECK (b >= 0 OR o > 5));
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(x int, INOUT r text, INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
  BEGIN
    UPDATE a SET b = -1 WHERE id = x;
    r := 'done';
  EXCEPTION WHEN check_violation THEN
    r := 'refused';
  END;
  SELECT v INTO y FROM t WHERE id = 1;
END $$;
CREATE PROCEDURE w(x int, n int) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE a SET o = 10 WHERE id = x;
  UPDATE t SET v = n WHERE id = 1;
END $$;
