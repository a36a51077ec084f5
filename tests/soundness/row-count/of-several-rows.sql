-- level: read-atomic
-- never: safe
-- why: an INSERT of two rows has a ROW_COUNT of 2: no error, two instances lose an update of a.v
CREATE TABLE t(k int PRIMARY KEY);
CREATE TABLE a(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_k int, p_j int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  INSERT INTO t VALUES (p_k), (p_j);
  GET DIAGNOSTICS n = ROW_COUNT;
  IF n <> 2 THEN RAISE EXCEPTION 'two expected'; END IF;
  UPDATE a SET v = v + 1 WHERE k = 7;
END $$;
