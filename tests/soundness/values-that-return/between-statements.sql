-- level: postgresql/read-committed
-- never: safe
-- why: between its two statements, ship misses an order that is cancelled and opened again
CREATE TABLE orders (id integer PRIMARY KEY, status text NOT NULL);
CREATE PROCEDURE ship(p integer) LANGUAGE plpgsql AS $$
DECLARE s text;
BEGIN
    SELECT status INTO s FROM orders WHERE id = p;
    IF s IS DISTINCT FROM 'paid' THEN RAISE EXCEPTION 'not paid'; END IF;
    UPDATE orders SET status = 'shipped' WHERE id = p AND status = 'paid';
    IF NOT FOUND THEN RAISE EXCEPTION 'not paid'; END IF;
END $$;
CREATE PROCEDURE cancel(p integer) LANGUAGE sql AS $$
    UPDATE orders SET status = 'cancelled' WHERE id = p AND status = 'paid';
$$;
CREATE PROCEDURE reopen(p integer) LANGUAGE sql AS $$
    UPDATE orders SET status = 'paid' WHERE id = p AND status = 'cancelled';
$$;
