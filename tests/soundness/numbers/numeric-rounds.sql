-- level: read-atomic
-- never: safe
-- why: numeric(12,2) rounds 0.001 to 0: the values differ, two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_id int, p_amount numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE cents numeric(12,2) := p_amount;
BEGIN
  IF cents <> p_amount THEN
    UPDATE a SET v = v + 1 WHERE id = p_id;
  END IF;
END $$;
