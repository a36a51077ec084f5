-- level: read-atomic
-- never: safe
-- why: the assignment runs a cast that is not written, whose function loses updates of the counter
CREATE TABLE counter(id int PRIMARY KEY, n int NOT NULL);
CREATE TYPE points AS (n int);
CREATE TABLE score(id int PRIMARY KEY, p points);
CREATE FUNCTION points_of(p int) RETURNS points LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT n INTO x FROM counter WHERE id = 1;
  UPDATE counter SET n = x + 1 WHERE id = 1;
  RETURN NULL;
END $$;
CREATE CAST (int AS points) WITH FUNCTION points_of(int) AS ASSIGNMENT;
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE sql AS $$ INSERT INTO score VALUES (p_id, 5) $$;
