-- level: read-atomic
-- never: safe
-- why: unnest of an empty array has no row: EXISTS is false, two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_id int, p_ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM unnest(p_ids)) THEN UPDATE a SET v = v + 1 WHERE id = p_id; END IF;
END $$;
