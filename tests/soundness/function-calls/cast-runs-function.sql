-- level: snapshot-isolation
-- never: safe
-- why: the cast runs a user-defined function, which reads the other row: a write skew
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TYPE points AS (n int);
CREATE FUNCTION points_of(p int) RETURNS points LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (SELECT v FROM a WHERE id = 3 - p); END $$;
CREATE CAST (int AS points) WITH FUNCTION points_of(int);
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (p_id::points) IS NOT NULL THEN UPDATE a SET v = 0 WHERE id = p_id; END IF;
END $$;
