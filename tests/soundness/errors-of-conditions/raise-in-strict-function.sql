-- level: postgresql/read-committed
-- never: safe
-- why: a STRICT function is not run for NULL: it raises no error then, and one UPDATE overwrites the other
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE e(id int PRIMARY KEY);
CREATE FUNCTION f(x int) RETURNS int STRICT LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
CREATE PROCEDURE p(a int) LANGUAGE plpgsql AS $$
DECLARE q int; 
BEGIN
  PERFORM f(a);
  SELECT v INTO q FROM u WHERE id = 1;
  UPDATE u SET v = q + 1 WHERE id = 1;
END $$;
