-- level: postgresql/read-committed
-- never: safe
-- why: the order is deleted, and comes again as paid: ship has read the one and changes the other
CREATE TABLE orders (id integer PRIMARY KEY, status text NOT NULL);
CREATE PROCEDURE ship(p integer) LANGUAGE plpgsql AS $$
DECLARE s text;
BEGIN
    SELECT status INTO s FROM orders WHERE id = p;
    IF s IS DISTINCT FROM 'paid' THEN RAISE EXCEPTION 'not paid'; END IF;
    UPDATE orders SET status = 'shipped' WHERE id = p AND status = 'paid';
    IF NOT FOUND THEN RAISE EXCEPTION 'not paid'; END IF;
END $$;
CREATE PROCEDURE remove(p integer) LANGUAGE sql AS $$ DELETE FROM orders WHERE id = p; $$;
CREATE PROCEDURE place(p integer) LANGUAGE sql AS $$ INSERT INTO orders VALUES (p, 'paid'); $$;
