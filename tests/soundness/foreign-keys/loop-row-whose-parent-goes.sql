-- level: postgresql/read-committed
-- never: safe
-- why: the query has seen an order, but its customer is deleted with it before the loop comes to it: no serial run misses a customer
CREATE TABLE customer(id int PRIMARY KEY);
CREATE TABLE orders(id int PRIMARY KEY, customer int NOT NULL REFERENCES customer ON DELETE CASCADE);
CREATE TABLE missed(id int PRIMARY KEY);
CREATE PROCEDURE forget(p int) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM customer WHERE id = p;
END $$;
CREATE PROCEDURE look() LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
  FOR r IN SELECT id, customer FROM orders LOOP
    PERFORM 1 FROM customer WHERE id = r.customer;
    IF NOT FOUND THEN
      INSERT INTO missed VALUES (r.id);
    END IF;
  END LOOP;
END $$;
