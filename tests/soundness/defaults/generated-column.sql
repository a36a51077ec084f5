-- level: snapshot-isolation
-- never: safe
-- why: writing qty changes dbl, which the other transaction reads: write skew
CREATE TABLE a(k int PRIMARY KEY, qty int NOT NULL, dbl int GENERATED ALWAYS AS (qty * 2) STORED);
CREATE TABLE b(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_k int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT dbl INTO x FROM a WHERE k = p_k;
  IF x > 0 THEN UPDATE b SET v = 0 WHERE k = p_k; END IF;
END $$;
CREATE FUNCTION q(p_k int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM b WHERE k = p_k;
  IF x > 0 THEN UPDATE a SET qty = 0 WHERE k = p_k; END IF;
END $$;
