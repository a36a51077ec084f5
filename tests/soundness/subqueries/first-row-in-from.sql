-- level: postgresql/repeatable-read
-- never: safe
-- why: the first row of b is read, and g may put another before it: the UPDATE depends on both
CREATE TABLE a (k int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b (k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE a SET v = 1 FROM (SELECT k FROM b WHERE v = 7 ORDER BY k LIMIT 1) s WHERE a.k = p;
END $$;
CREATE FUNCTION g(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT v FROM a WHERE k = p) = 0 THEN
    INSERT INTO b VALUES (p, 7);
  END IF;
END $$;
