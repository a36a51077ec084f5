-- level: postgresql/read-committed
-- never: safe
-- why: INSERT … SELECT … WHERE inserts nothing where the condition does not hold, and FOUND is false: one UPDATE overwrites the other
CREATE TABLE t(id int PRIMARY KEY);
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(a int, b int) LANGUAGE plpgsql AS $$
DECLARE q int;
BEGIN
  INSERT INTO t SELECT a WHERE b > 0;
  IF NOT FOUND THEN
    SELECT v INTO q FROM u WHERE id = 1;
    UPDATE u SET v = q + 1 WHERE id = 1;
  END IF;
END $$;
