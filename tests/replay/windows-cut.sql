-- The rows come in the order of v from the subquery, and in the order of id from a server, which sorts for the window.
CREATE TABLE t (id int PRIMARY KEY, g int NOT NULL, v int NOT NULL);
CREATE PROCEDURE adds(a int, INOUT x int) LANGUAGE plpgsql AS $$
BEGIN
  WITH q AS (SELECT id, v FROM t WHERE g = a ORDER BY v) SELECT sum(v) OVER (ORDER BY id) INTO x FROM q LIMIT 1;
  UPDATE t SET v = x + 1 WHERE g = a;
END $$;
CREATE PROCEDURE in_order(a int, INOUT x int) LANGUAGE plpgsql AS $$
BEGIN
  SELECT sum(v) OVER (ORDER BY id) INTO x FROM t WHERE g = a ORDER BY id LIMIT 1;
  UPDATE t SET v = x + 1 WHERE g = a;
END $$;
