-- level: postgresql/read-committed
-- never: safe
-- why: the function is not run where CASE does not ask for it: it raises no error then, and one UPDATE overwrites the other
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE e(id int PRIMARY KEY);
CREATE FUNCTION f(x int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
CREATE PROCEDURE p(a int) LANGUAGE plpgsql AS $$
DECLARE q int; 
BEGIN
  q := CASE WHEN a > 0 THEN f(a) END;
  SELECT v INTO q FROM u WHERE id = 1;
  UPDATE u SET v = q + 1 WHERE id = 1;
END $$;
