-- level: update-atomic
-- never: safe
-- why: with p_note NULL the STRICT function does not write a.v, so that two instances need not see each other: write skew
CREATE TABLE a (k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION touch(p_k int, p_note int) RETURNS void STRICT LANGUAGE plpgsql AS $$
BEGIN
  UPDATE a SET v = v + 1 WHERE k = p_k;
  IF NOT FOUND THEN RAISE EXCEPTION 'none'; END IF;
END $$;
CREATE FUNCTION f(p_from int, p_to int, p_note int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  PERFORM touch(0, p_note);
  SELECT v INTO x FROM a WHERE k = p_from;
  IF NOT FOUND THEN RAISE EXCEPTION 'none'; END IF;
  UPDATE a SET v = x WHERE k = p_to;
  IF NOT FOUND THEN RAISE EXCEPTION 'none'; END IF;
END $$;
