-- level: read-committed
-- never: safe
-- why: the subscript of an assignment's target calls a function that writes
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION set_v(p int, n int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  UPDATE a SET v = n WHERE id = p;
  RETURN 1;
END $$;
CREATE PROCEDURE f(p int, d int) LANGUAGE plpgsql AS $$
DECLARE x int; seen int[];
BEGIN
  SELECT v INTO x FROM a WHERE id = p;
  seen[set_v(p, x + d)] := x;
END $$;
