-- level: postgresql/serializable
-- never: safe
-- why: the duplicate that a handler has been given is no read that the server keeps record of
CREATE TABLE t (k int PRIMARY KEY, n int NOT NULL);
CREATE TABLE y (k int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION claim(p int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE x int := 0;
BEGIN
  BEGIN
    INSERT INTO t VALUES (p, 0);
  EXCEPTION WHEN unique_violation THEN
    x := 1;
  END;
  IF x = 1 THEN UPDATE y SET n = n + 1 WHERE k = p; END IF;
  RETURN x;
END $$;
CREATE FUNCTION release(p int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT n INTO x FROM y WHERE k = p;
  DELETE FROM t WHERE k = p;
  RETURN x;
END $$;
