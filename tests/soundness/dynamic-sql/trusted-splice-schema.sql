-- level: postgresql/read-committed
-- never: safe
-- why: the schema that is put in may be the one of the table that was read before
-- options: --trust-splices
CREATE SCHEMA shop;
CREATE TABLE shop.stock(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION take(s text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM shop.stock WHERE id = 1;
  EXECUTE 'UPDATE ' || s || '.stock SET v = ' || n - 1 || ' WHERE id = 1';
END $$;
