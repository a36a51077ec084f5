-- level: postgresql/read-committed
-- never: safe
-- why: the server evaluates f() for each of BETWEEN's comparisons, on two snapshots: the first may find 5, the second 0
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f() RETURNS int VOLATILE LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT v FROM u WHERE id = 1); END $$;
CREATE PROCEDURE p(INOUT o boolean) LANGUAGE plpgsql AS $$
BEGIN
  o := f() BETWEEN 3 AND 4;
END $$;
CREATE PROCEDURE w(a int) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE u SET v = a WHERE id = 1;
END $$;
