-- level: postgresql/read-committed
-- never: safe
-- why: a body in the form of the SQL standard reads the table that had the name when it was created
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION rd(k int) RETURNS int LANGUAGE sql STABLE BEGIN ATOMIC SELECT v FROM t WHERE id = k; END;
ALTER TABLE t RENAME TO t2;
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(k int) LANGUAGE plpgsql AS $$
DECLARE q int;
BEGIN
  q := rd(k);
  UPDATE t2 SET v = q + 1 WHERE id = k;
END $$;
