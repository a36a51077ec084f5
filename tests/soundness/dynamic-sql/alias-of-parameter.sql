-- level: postgresql/read-committed
-- never: safe
-- why: t and u are one variable, by way of $1
CREATE TABLE stock(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION take(t text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  u ALIAS FOR $1;
  n int;
BEGIN
  SELECT v INTO n FROM stock WHERE id = 1;
  t := 'SELECT ';
  u := 'UPDATE stock SET v = ';
  EXECUTE t || n - 1;
END $$;
