-- level: snapshot-isolation
-- never: safe
-- why: 'now' is another time in each transaction: the log rows differ, write skew
CREATE TABLE log(at timestamptz PRIMARY KEY);
CREATE TABLE a(k int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_k int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  INSERT INTO log VALUES ('now');
  SELECT v INTO x FROM a WHERE k = p_k;
  IF x > 0 THEN UPDATE b SET v = 0 WHERE k = p_k; END IF;
END $$;
CREATE FUNCTION q(p_k int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  INSERT INTO log VALUES ('now');
  SELECT v INTO x FROM b WHERE k = p_k;
  IF x > 0 THEN UPDATE a SET v = 0 WHERE k = p_k; END IF;
END $$;
