-- level: postgresql/repeatable-read
-- never: safe
-- why: MERGE does nothing, but evaluates a condition: whether it fails says which rows are there
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(k int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE r text;
BEGIN
  BEGIN
    MERGE INTO u USING t ON t.id = k AND u.id = 1 WHEN MATCHED AND 1 / (t.v - 3) > 5 THEN DO NOTHING;
    r := 'done';
  EXCEPTION WHEN division_by_zero THEN
    r := 'failed';
  END;
  UPDATE u SET v = 5 WHERE id = 1;
  RETURN r;
END $$;
CREATE FUNCTION g(k int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE y int;
BEGIN
  SELECT v INTO y FROM u WHERE id = 1;
  INSERT INTO t VALUES (k, 3);
  RETURN y;
END $$;
