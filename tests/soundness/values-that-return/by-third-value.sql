-- level: postgresql/read-committed
-- never: safe
-- why: the order gets back to paid by way of a third status
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
    UPDATE orders SET status = 'open' WHERE id = p AND status <> 'paid';
$$;
CREATE PROCEDURE pay(p integer) LANGUAGE sql AS $$
    UPDATE orders SET status = CASE WHEN status = 'open' THEN 'paid' ELSE status END WHERE id = p;
$$;
