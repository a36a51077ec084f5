-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a foreign key that is checked late is checked before the order is committed, too

CREATE TABLE customer(id integer PRIMARY KEY, spent integer NOT NULL);
CREATE TABLE orders(id integer PRIMARY KEY, customer integer NOT NULL REFERENCES customer DEFERRABLE INITIALLY DEFERRED, total integer NOT NULL);

CREATE PROCEDURE new_customer(p integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO customer VALUES (p, 0);
END $$;

CREATE PROCEDURE pay_all() LANGUAGE plpgsql AS $$
DECLARE
    r record;
BEGIN
    FOR r IN SELECT customer, total FROM orders LOOP
        UPDATE customer SET spent = spent + r.total WHERE id = r.customer;
    END LOOP;
END $$;
