-- level: read-atomic
-- never: safe
-- why: generate_series(1, 0) has no row: FOUND is false, two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_id int, p_n int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT g INTO x FROM generate_series(1, p_n) g;
  IF NOT FOUND THEN UPDATE a SET v = v + 1 WHERE id = p_id; END IF;
END $$;
