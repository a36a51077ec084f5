-- why: a report of two statements sees a transfer half; with one snapshot it does not
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE account (id integer PRIMARY KEY, balance numeric NOT NULL);

CREATE PROCEDURE transfer(p_from integer, p_to integer, p_amount numeric)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = balance - p_amount WHERE id = p_from;
    UPDATE account SET balance = balance + p_amount WHERE id = p_to;
END;
$$;

CREATE FUNCTION total(p_one integer, p_other integer) RETURNS numeric
LANGUAGE plpgsql AS $$
DECLARE
    v_one   numeric;
    v_other numeric;
BEGIN
    SELECT balance INTO v_one FROM account WHERE id = p_one;
    SELECT balance INTO v_other FROM account WHERE id = p_other;
    RETURN v_one + v_other;
END;
$$;
