-- level: read-committed
-- never: safe
-- why: a subscript, in a routine whose recursion is not followed, calls a function that writes
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION set_v(p int, n int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  UPDATE a SET v = n WHERE id = p;
  RETURN 1;
END $$;
CREATE FUNCTION deep(p int, n int, d int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE x int[];
BEGIN
  IF d > 0 THEN RETURN deep(p, n, d - 1); END IF;
  x[set_v(p, n)] := 3;
  RETURN x[1];
END $$;
CREATE PROCEDURE f(p int, d int) LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM a WHERE id = p;
  PERFORM deep(p, x + d, 3);
END $$;
