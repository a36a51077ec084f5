-- why: the statements of a STABLE function have the snapshot of the statement that calls it: both balances are of one time
-- postgresql/read-committed: safe
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

CREATE FUNCTION total(p_one integer, p_other integer) RETURNS numeric STABLE
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

CREATE PROCEDURE report(p_one integer, p_other integer, INOUT p_total numeric)
LANGUAGE plpgsql AS $$
BEGIN
    p_total := total(p_one, p_other);
END;
$$;
