-- level: postgresql/read-committed
-- never: safe
-- why: that the UPDATE got through its CHECK says what the other column was, though the snapshot before had not
CREATE TABLE a(id int PRIMARY KEY, b int NOT NULL, o int NOT NULL, CHECK (b >= 0 OR o > 5));
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(x int, INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
  SELECT v INTO y FROM t WHERE id = 1;
  UPDATE a SET b = -1 WHERE id = x;
END $$;
CREATE PROCEDURE w(x int, n int) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE a SET o = 10 WHERE id = x;
  UPDATE t SET v = n WHERE id = 1;
END $$;
