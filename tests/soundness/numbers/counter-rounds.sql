-- level: snapshot-isolation
-- never: safe
-- why: numeric(12,0) rounds n + 0.4 to n: the counter does not grow, f, r1 and r2 make a read-only anomaly
CREATE TABLE a(id int PRIMARY KEY, n numeric(12,0) NOT NULL);
CREATE TABLE y(k numeric(12,0) PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE a SET n = n + 0.4 WHERE id = p_id;
END $$;
CREATE FUNCTION r1(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE z numeric(12,0);
BEGIN
  SELECT n INTO z FROM a WHERE id = p_id;
  UPDATE y SET v = 7 WHERE k = z;
END $$;
CREATE FUNCTION r2(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE z numeric(12,0); w int;
BEGIN
  SELECT n INTO z FROM a WHERE id = p_id;
  SELECT v INTO w FROM y WHERE k = z;
END $$;
