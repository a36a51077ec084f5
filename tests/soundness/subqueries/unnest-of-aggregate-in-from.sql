-- level: postgresql/repeatable-read
-- never: safe
-- why: unnest makes several rows of the aggregate's one in FROM, too: f changes keys 2 and 3, the one before g's eyes, the other in r's
CREATE TABLE a (k int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b (k int PRIMARY KEY, v int NOT NULL);
CREATE TABLE z (k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE a SET v = p FROM (SELECT unnest(array_agg(k)) AS k FROM b WHERE v = p) s WHERE a.k = s.k;
END $$;
CREATE FUNCTION g() RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM a WHERE k = 2;
  UPDATE z SET v = x WHERE k = 1;
END $$;
CREATE FUNCTION r() RETURNS int LANGUAGE sql AS $$
  SELECT a.v + z.v FROM a, z WHERE a.k = 3 AND z.k = 1;
$$;
