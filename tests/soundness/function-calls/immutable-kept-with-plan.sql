-- level: postgresql/repeatable-read
-- never: safe
-- why: the plan of the UPDATE has no variables and is kept for the session, with what latest(1) was then
CREATE TABLE a(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION latest(p int) RETURNS int IMMUTABLE LANGUAGE sql AS $$ SELECT n FROM a WHERE id = p $$;
CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE a SET n = latest(1) + 1 WHERE id = 1;
END $$;
