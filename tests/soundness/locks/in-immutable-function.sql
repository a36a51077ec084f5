-- level: postgresql/read-committed
-- never: safe
-- why: the call of an IMMUTABLE function is run when the plan is made: later transactions take no lock
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE e(id int PRIMARY KEY);
CREATE FUNCTION m() RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN 1; END $$;
CREATE PROCEDURE p(a int) LANGUAGE plpgsql AS $$
DECLARE q int; 
BEGIN
  PERFORM m();
  SELECT v INTO q FROM u WHERE id = 1;
  UPDATE u SET v = q + 1 WHERE id = 1;
END $$;
