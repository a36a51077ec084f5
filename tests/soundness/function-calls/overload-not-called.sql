-- level: postgresql/read-committed
-- never: safe
-- why: nothing calls the one with a text, so clients do
CREATE TABLE stock(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION take(n int) RETURNS int LANGUAGE sql AS $$ SELECT n $$;
CREATE FUNCTION take(t text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM stock WHERE id = 1;
  UPDATE stock SET v = n - 1 WHERE id = 1;
END $$;
CREATE FUNCTION caller(n int) RETURNS int LANGUAGE sql AS $$ SELECT take(n) $$;
