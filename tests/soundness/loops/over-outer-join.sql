-- level: read-atomic
-- never: safe
-- why: the outer join has a row without a partner: the body runs, two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b(id int PRIMARY KEY, a_id int NOT NULL);
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
  PERFORM 1 FROM b WHERE id = p_id;
  IF FOUND THEN RAISE EXCEPTION 'has b'; END IF;
  FOR r IN SELECT a.id FROM a LEFT JOIN b ON b.id = p_id WHERE a.id = p_id LOOP
    UPDATE a SET v = v + 1 WHERE id = r.id;
  END LOOP;
END $$;
