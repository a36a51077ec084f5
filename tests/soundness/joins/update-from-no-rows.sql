-- level: postgresql/repeatable-read
-- never: safe
-- why: an UPDATE whose FROM has no rows changes nothing, so that two instances with the same key need not conflict
CREATE TABLE lock_of (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(ids int[], a int, b int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE lock_of SET n = 0 FROM unnest(ids) AS i WHERE lock_of.id = 1;
  UPDATE x SET v = (SELECT v FROM x WHERE id = a) WHERE id = b;
END $$;
