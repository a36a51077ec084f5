-- level: postgresql/read-committed
-- never: safe
-- why: xmax tells which transaction has locked the row, which changes nothing of it
CREATE TABLE a(id int PRIMARY KEY, o int NOT NULL);
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(x int, INOUT r text, INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
  SELECT xmax::text INTO r FROM a WHERE id = x;
  SELECT v INTO y FROM t WHERE id = 1;
END $$;
CREATE PROCEDURE w(n int) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM a WHERE id = n FOR UPDATE;
  UPDATE t SET v = n WHERE id = 1;
END $$;
