-- level: read-atomic
-- never: safe
-- why: for p_n = 5 the first loop ends before it raises: two instances lose updates of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_n numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR i IN 1..p_n LOOP
    IF i > 10 THEN RAISE EXCEPTION 'too many'; END IF;
  END LOOP;
  FOR i IN 20..30 LOOP
    UPDATE a SET v = v + 1 WHERE id = i;
  END LOOP;
END $$;
