-- level: read-atomic
-- never: safe
-- why: the second iteration sees the ROW_COUNT of the first: the UPDATE may run, and two instances lose an update of a.v
CREATE TABLE c(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  PERFORM 1 FROM c WHERE id = p_id;
  IF NOT FOUND THEN RAISE EXCEPTION 'no c'; END IF;
  PERFORM 1 FROM c WHERE id = p_id;
  FOR i IN 1..2 LOOP
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n = 0 THEN
      UPDATE a SET v = v + 1 WHERE id = p_id;
    END IF;
    PERFORM 1 FROM c WHERE id = p_id + 1;
  END LOOP;
END $$;
