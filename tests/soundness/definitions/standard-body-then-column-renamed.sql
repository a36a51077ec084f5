-- level: postgresql/read-committed
-- never: safe
-- why: the same for a column
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION rd(k int) RETURNS int LANGUAGE sql STABLE RETURN (SELECT v FROM t WHERE id = k);
ALTER TABLE t RENAME COLUMN v TO w;
ALTER TABLE t ADD COLUMN v int;
CREATE PROCEDURE p(k int) LANGUAGE plpgsql AS $$
DECLARE q int;
BEGIN
  q := rd(k);
  UPDATE t SET w = q + 1 WHERE id = k;
END $$;
