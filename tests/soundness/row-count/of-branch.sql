-- level: read-atomic
-- never: safe
-- why: ROW_COUNT is that of the branch that ran: where c has no row the UPDATE runs, and two instances lose an update of a.v
CREATE TABLE c(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE d(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_id int, p_which boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  PERFORM 1 FROM d WHERE id = p_id;
  IF NOT FOUND THEN RAISE EXCEPTION 'no d'; END IF;
  IF p_which THEN
    PERFORM 1 FROM c WHERE id = p_id;
  ELSE
    PERFORM 1 FROM d WHERE id = p_id;
  END IF;
  GET DIAGNOSTICS n = ROW_COUNT;
  IF n = 0 THEN
    UPDATE a SET v = v + 1 WHERE id = p_id;
  END IF;
END $$;
