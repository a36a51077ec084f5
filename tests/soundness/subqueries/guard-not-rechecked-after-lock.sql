-- level: postgresql/read-committed
-- never: safe
-- why: a condition inside a subquery is not checked again once the row is locked: pay turns a cancelled order into a paid one
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
    UPDATE orders SET status = 'cancelled' WHERE id = p AND status IN ('new', 'paid');
$$;
CREATE PROCEDURE pay(p integer) LANGUAGE sql AS $$
    UPDATE orders SET status = 'paid' WHERE id IN (SELECT o.id FROM orders o WHERE o.id = p AND o.status = 'new');
$$;
