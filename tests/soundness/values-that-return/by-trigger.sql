-- level: postgresql/read-committed
-- never: safe
-- why: the BEFORE trigger turns an order that was cancelled back into a paid one
CREATE TABLE orders (id integer PRIMARY KEY, status text NOT NULL);
CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status = 'cancelled' THEN NEW.status := 'paid'; END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER orders_again BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION again();
CREATE PROCEDURE ship(p integer) LANGUAGE plpgsql AS $$
DECLARE s text;
BEGIN
    SELECT status INTO s FROM orders WHERE id = p;
    IF s IS DISTINCT FROM 'paid' THEN RAISE EXCEPTION 'not paid'; END IF;
    UPDATE orders SET status = 'shipped' WHERE id = p AND status = 'paid';
    IF NOT FOUND THEN RAISE EXCEPTION 'not paid'; END IF;
END $$;
CREATE PROCEDURE cancel(p integer) LANGUAGE sql AS $$
    UPDATE orders SET status = 'cancelled' WHERE id = p;
$$;
