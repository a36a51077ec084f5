-- level: postgresql/repeatable-read
-- never: safe
-- why: the sum in FROM reads b's rows of every key, which g adds to by what it reads of a: write skew
CREATE TABLE a (k int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b (k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE a SET v = s.total FROM (SELECT coalesce(sum(v), 0) AS total FROM b) s WHERE a.k = p;
END $$;
CREATE FUNCTION g(p int, q int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE b SET v = (SELECT v FROM a WHERE k = p) WHERE k = q;
END $$;
