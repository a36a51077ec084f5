-- level: postgresql/read-committed
-- never: safe
-- why: FROM is looked at as far as rows of the target are there: no lock is taken
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE e(id int PRIMARY KEY);
CREATE FUNCTION m() RETURNS int VOLATILE LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN 1; END $$;
CREATE PROCEDURE p(a int) LANGUAGE plpgsql AS $$
DECLARE q int; 
BEGIN
  UPDATE e SET id = 1 FROM m() z WHERE e.id = 7;
  SELECT v INTO q FROM u WHERE id = 1;
  UPDATE u SET v = q + 1 WHERE id = 1;
END $$;
