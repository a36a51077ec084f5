-- level: read-atomic
-- never: safe
-- why: OFFSET 1 skips the one row: FOUND is false, two instances lose an update of a.v
CREATE TABLE c(id int PRIMARY KEY, z int);
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  PERFORM 1 FROM c WHERE id = p_id;
  IF NOT FOUND THEN RAISE EXCEPTION 'no'; END IF;
  SELECT z INTO x FROM c WHERE id = p_id OFFSET 1;
  IF NOT FOUND THEN
    UPDATE a SET v = v + 1 WHERE id = p_id;
  END IF;
END $$;
