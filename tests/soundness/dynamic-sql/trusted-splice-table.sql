-- level: postgresql/read-committed
-- never: safe
-- why: what is put in may be the name of the table that was read before
-- options: --trust-splices
CREATE TABLE stock(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION take(t text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM stock WHERE id = 1;
  EXECUTE 'UPDATE ' || t || ' SET v = ' || n - 1 || ' WHERE id = 1';
END $$;
