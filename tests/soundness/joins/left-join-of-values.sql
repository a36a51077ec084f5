-- level: postgresql/repeatable-read
-- never: safe
-- why: the condition of a LEFT JOIN with nothing but values on its right side takes no row of its left side away
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(a int, b int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT x.v INTO n FROM x LEFT JOIN (SELECT 1 AS one) c ON false WHERE x.id = a;
  UPDATE x SET v = n WHERE id = b;
END $$;
