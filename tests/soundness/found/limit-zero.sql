-- level: read-atomic
-- never: safe
-- why: LIMIT 0 leaves no row: FOUND is false, two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_id int, p_n int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT 1 INTO x LIMIT p_n;
  IF x IS NULL THEN UPDATE a SET v = v + 1 WHERE id = p_id; END IF;
END $$;
