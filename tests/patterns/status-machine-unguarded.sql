-- why: the UPDATE does not say in which status the order must be: what was paid in the meantime is cancelled
-- postgresql/read-committed: benign
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE orders (id integer PRIMARY KEY, status text NOT NULL);

CREATE PROCEDURE pay(p_order integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_status text;
BEGIN
    SELECT status INTO v_status FROM orders WHERE id = p_order;
    IF v_status = 'open' THEN
        UPDATE orders SET status = 'paid' WHERE id = p_order;
    END IF;
END;
$$;

CREATE PROCEDURE cancel(p_order integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_status text;
BEGIN
    SELECT status INTO v_status FROM orders WHERE id = p_order;
    IF v_status = 'open' THEN
        UPDATE orders SET status = 'cancelled' WHERE id = p_order;
    END IF;
END;
$$;
