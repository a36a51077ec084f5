-- level: postgresql/repeatable-read
-- never: safe
-- why: MERGE does nothing, but its condition calls a function, which writes
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION writes() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE u SET v = v + 1 WHERE id = 1;
  RETURN true;
END $$;
CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$
DECLARE y int;
BEGIN
  SELECT v INTO y FROM t WHERE id = 1;
  MERGE INTO t USING (SELECT 1 AS id) s ON t.id = s.id WHEN MATCHED AND writes() THEN DO NOTHING;
  RETURN y;
END $$;
CREATE FUNCTION g() RETURNS int LANGUAGE plpgsql AS $$
DECLARE y int;
BEGIN
  SELECT v INTO y FROM u WHERE id = 1;
  UPDATE t SET v = v + 1 WHERE id = 1;
  RETURN y;
END $$;
