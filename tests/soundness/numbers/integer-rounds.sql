-- level: read-atomic
-- never: safe
-- why: int rounds 1.5 to 2: the values differ, two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_id int, p numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int := p;
BEGIN
  IF n <> p THEN UPDATE a SET v = v + 1 WHERE id = p_id; END IF;
END $$;
