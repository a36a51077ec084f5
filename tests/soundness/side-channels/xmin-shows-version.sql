-- level: snapshot-isolation
-- never: safe
-- why: xmin changes with every column of the row: each instance misses the other's change
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE seen(id int PRIMARY KEY, version text);
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x text;
BEGIN
  SELECT xmin::text INTO x FROM a WHERE id = 3 - p_id;
  UPDATE a SET v = v + 1 WHERE id = p_id;
  UPDATE seen SET version = x WHERE id = p_id;
END $$;
