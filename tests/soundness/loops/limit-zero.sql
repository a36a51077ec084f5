-- level: read-atomic
-- never: safe
-- why: LIMIT 0 makes the loop empty though there is a row: FOUND is false, two instances lose an update of b.v
CREATE TABLE a(k int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_k int, p_n int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
  FOR r IN SELECT k FROM a WHERE k = p_k AND v > 0 LIMIT p_n LOOP
    UPDATE b SET v = v + 1 WHERE k = r.k;
  END LOOP;
  IF FOUND THEN RAISE EXCEPTION 'x'; END IF;
  PERFORM 1 FROM a WHERE k = p_k AND v > 0;
  IF NOT FOUND THEN RAISE EXCEPTION 'y'; END IF;
  UPDATE b SET v = v + 1 WHERE k = p_k;
END $$;
