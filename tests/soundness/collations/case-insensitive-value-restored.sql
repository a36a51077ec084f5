-- level: postgresql/read-committed
-- never: safe
-- why: under this collation 'päid' is 'paid': the order that ship has found paid is cancelled and opened again
CREATE COLLATION letters (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
CREATE TABLE orders (id integer PRIMARY KEY, status text COLLATE letters NOT NULL);
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
    UPDATE orders SET status = 'päid' WHERE id = p AND status = 'cancelled';
$$;
