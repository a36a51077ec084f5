-- level: snapshot-isolation
-- never: safe
-- why: two timestamps may lie in one day: the log rows differ, the days do not, write skew
CREATE TABLE log(at timestamp PRIMARY KEY);
CREATE TABLE a(day date PRIMARY KEY, v int NOT NULL);
CREATE TABLE b(day date PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_at timestamp) RETURNS void LANGUAGE plpgsql AS $$
DECLARE d date := p_at; x int;
BEGIN
  INSERT INTO log VALUES (p_at);
  SELECT v INTO x FROM a WHERE day = d;
  IF x > 0 THEN UPDATE b SET v = 0 WHERE day = d; END IF;
END $$;
CREATE FUNCTION q(p_at timestamp) RETURNS void LANGUAGE plpgsql AS $$
DECLARE d date := p_at; x int;
BEGIN
  INSERT INTO log VALUES (p_at);
  SELECT v INTO x FROM b WHERE day = d;
  IF x > 0 THEN UPDATE a SET v = 0 WHERE day = d; END IF;
END $$;
