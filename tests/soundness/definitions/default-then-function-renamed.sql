-- level: postgresql/read-committed
-- never: safe
-- why: a default calls the function that had the name when the table was created
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT max(v) FROM t) + 1; END $$;
CREATE TABLE l (id int PRIMARY KEY, n int DEFAULT f());
ALTER FUNCTION f() RENAME TO g;
CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;
CREATE PROCEDURE p(k int) LANGUAGE plpgsql AS $$
DECLARE q int;
BEGIN
  INSERT INTO l (id) VALUES (k) RETURNING n INTO q;
  UPDATE t SET v = q WHERE id = 1;
END $$;
