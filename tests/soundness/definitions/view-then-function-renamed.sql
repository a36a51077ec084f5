-- level: postgresql/read-committed
-- never: safe
-- why: the same for a view
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT v FROM t WHERE id = 1); END $$;
CREATE VIEW w AS SELECT f() AS x;
ALTER FUNCTION f() RENAME TO g;
CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$
DECLARE q int;
BEGIN
  SELECT x INTO q FROM w;
  UPDATE t SET v = q + 1 WHERE id = 1;
END $$;
