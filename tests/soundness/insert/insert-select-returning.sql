-- level: postgresql/repeatable-read
-- never: safe
-- why: RETURNING of INSERT … SELECT gives the columns of the row inserted, not those of the query
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE log (id int PRIMARY KEY, b int NOT NULL);
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(a int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE w int;
BEGIN
  INSERT INTO log SELECT 1, 7 FROM t WHERE id = a RETURNING b INTO w;
  IF w = 7 THEN
    UPDATE x SET v = (SELECT v FROM x WHERE id = 1) WHERE id = 2;
  END IF;
END $$;
CREATE FUNCTION g() RETURNS void LANGUAGE sql AS $$
  UPDATE x SET v = (SELECT v FROM x WHERE id = 2) WHERE id = 1;
$$;
