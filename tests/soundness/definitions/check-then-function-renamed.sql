-- level: postgresql/read-committed
-- never: safe
-- why: the same for a CHECK
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(x int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT count(*) FROM l) < 2; END $$;
CREATE TABLE l (id int PRIMARY KEY, n int CHECK (f(n)));
ALTER FUNCTION f(int) RENAME TO g;
CREATE FUNCTION f(x int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN true; END $$;
CREATE PROCEDURE p(k int) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO l VALUES (k, k);
END $$;
