-- level: snapshot-isolation
-- never: safe
-- why: a row that does not match a condition may come to match it when its column changes: write skew
CREATE TABLE a(k int PRIMARY KEY, s int NOT NULL);
CREATE TABLE b(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_k int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM a WHERE k = p_k AND s BETWEEN SYMMETRIC 9 AND 1;
  IF NOT FOUND THEN UPDATE b SET v = 0 WHERE k = p_k; END IF;
END $$;
CREATE FUNCTION q(p_k int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM b WHERE k = p_k;
  IF x > 0 THEN UPDATE a SET s = 5 WHERE k = p_k; END IF;
END $$;
