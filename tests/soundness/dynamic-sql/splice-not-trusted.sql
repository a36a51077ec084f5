-- level: postgresql/read-committed
-- never: safe
-- why: without the option what is put into the text may be any statement
CREATE TABLE stock(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION take(c text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  EXECUTE 'SELECT max(' || c || ') FROM stock' INTO n;
END $$;
