-- level: postgresql/serializable
-- never: safe
-- why: the server does not record that ON CONFLICT DO NOTHING has found a row: it does not know that an unseen DELETE of the row comes after
CREATE TABLE t (k int PRIMARY KEY, n int NOT NULL);
CREATE TABLE y (k int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION claim(p int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO t VALUES (p, 0) ON CONFLICT DO NOTHING;
  IF FOUND THEN RETURN 0; END IF;
  UPDATE y SET n = n + 1 WHERE k = p;
  RETURN 1;
END $$;
CREATE FUNCTION release(p int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT n INTO x FROM y WHERE k = p;
  DELETE FROM t WHERE k = p;
  RETURN x;
END $$;
