-- level: postgresql/read-committed
-- never: safe
-- why: what is compared with no rows is not evaluated: no lock is taken
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE e(id int PRIMARY KEY);
CREATE FUNCTION m() RETURNS int VOLATILE LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN 1; END $$;
CREATE PROCEDURE p(a int) LANGUAGE plpgsql AS $$
DECLARE q int; 
BEGIN
  IF m() IN (SELECT id FROM e) THEN RETURN; END IF;
  SELECT v INTO q FROM u WHERE id = 1;
  UPDATE u SET v = q + 1 WHERE id = 1;
END $$;
