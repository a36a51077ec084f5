-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: an order that has been cancelled is never paid again: of two that both found it paid, the second one's UPDATE finds it no longer so, and fails

CREATE TABLE orders (id integer PRIMARY KEY, status text NOT NULL);
CREATE PROCEDURE ship(p integer) LANGUAGE plpgsql AS $$
DECLARE s text;
BEGIN
    SELECT status INTO s FROM orders WHERE id = p;
    IF s = 'paid' THEN
        UPDATE orders SET status = 'shipped' WHERE id = p AND status = 'paid';
        IF NOT FOUND THEN RAISE EXCEPTION 'no longer'; END IF;
    END IF;
END $$;
CREATE PROCEDURE cancel(p integer) LANGUAGE sql AS $$
    UPDATE orders SET status = 'cancelled' WHERE id = p AND status IN ('paid', 'shipped')
$$;
