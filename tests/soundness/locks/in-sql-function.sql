-- level: postgresql/read-committed
-- never: safe
-- why: a function in SQL stops at the first row of its last query, and has locked no other: one UPDATE overwrites the other
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL, g int NOT NULL);
CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT v FROM t WHERE g = 1 ORDER BY id FOR UPDATE $$;
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$
DECLARE q int;
BEGIN
  PERFORM f();
  SELECT v INTO q FROM t WHERE id = 2 AND g = 1;
  UPDATE t SET v = q + 1 WHERE id = 2 AND g = 1;
END $$;
