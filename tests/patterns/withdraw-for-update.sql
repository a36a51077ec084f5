-- why: the balance that was checked is locked until it is changed
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE account (id integer PRIMARY KEY, balance numeric NOT NULL);

CREATE FUNCTION withdraw(p_id integer, p_amount numeric) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    v_balance numeric;
BEGIN
    SELECT balance INTO v_balance FROM account WHERE id = p_id FOR UPDATE;
    IF v_balance >= p_amount THEN
        UPDATE account SET balance = balance - p_amount WHERE id = p_id;
        RETURN true;
    END IF;
    RETURN false;
END;
$$;
