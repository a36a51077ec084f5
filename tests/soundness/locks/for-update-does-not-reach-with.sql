-- level: postgresql/read-committed
-- never: safe
-- why: FOR UPDATE reaches into the subquery, but not into the query of WITH that it names: no row of a is locked
CREATE TABLE a (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE x int; y int;
BEGIN
  WITH s AS (SELECT id, v FROM a) SELECT u.v INTO x FROM (SELECT * FROM s WHERE s.id = p) u FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'none'; END IF;
  SELECT v INTO y FROM b WHERE id = p;
  UPDATE b SET v = y + 1 WHERE id = p;
  RETURN y;
END $$;
CREATE FUNCTION change(p int) RETURNS void LANGUAGE sql AS $$ UPDATE a SET v = v + 1 WHERE id = p $$;
