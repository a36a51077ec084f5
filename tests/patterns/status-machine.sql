-- why: a transaction that finds the order in another status than it read a moment ago fails; and no status comes back
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE orders (id integer PRIMARY KEY, status text NOT NULL, amount numeric NOT NULL);
CREATE TABLE account (id integer PRIMARY KEY, balance numeric NOT NULL);

CREATE PROCEDURE pay(p_order integer, p_account integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_status text;
    v_amount numeric;
BEGIN
    SELECT status, amount INTO v_status, v_amount FROM orders WHERE id = p_order;
    IF v_status IS DISTINCT FROM 'open' THEN
        RAISE EXCEPTION 'order % is not open', p_order;
    END IF;
    UPDATE orders SET status = 'paid' WHERE id = p_order AND status = 'open';
    IF NOT FOUND THEN
        RAISE EXCEPTION 'order % is no longer open', p_order;
    END IF;
    UPDATE account SET balance = balance - v_amount WHERE id = p_account;
END;
$$;

CREATE FUNCTION ship(p_order integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE orders SET status = 'shipped' WHERE id = p_order AND status = 'paid';
    RETURN FOUND;
END;
$$;

CREATE FUNCTION cancel(p_order integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE orders SET status = 'cancelled' WHERE id = p_order AND status IN ('open', 'paid');
    RETURN FOUND;
END;
$$;
