-- level: postgresql/read-committed
-- never: safe
-- why: a view calls the function that fitted when it was created; a function that came later and fits better does not count
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(x bigint) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT v FROM t WHERE id = x); END $$;
CREATE VIEW w AS SELECT f(1) AS x;
CREATE FUNCTION f(x int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$
DECLARE q int;
BEGIN
  SELECT x INTO q FROM w;
  UPDATE t SET v = q + 1 WHERE id = 1;
END $$;
