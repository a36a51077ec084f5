-- A bank in which a customer may overdraw one account as long as all of the
-- customer's accounts together stay covered: the classic write skew (Berenson et
-- al., SIGMOD 1995, A5B). Transfers check and change the account they draw on, so
-- they lose updates below update-atomic and are safe from snapshot isolation up.

CREATE TABLE account (
    id      integer PRIMARY KEY,
    owner   text NOT NULL,
    balance numeric(12, 2) NOT NULL
);

-- isoproof: ignore the bank covers it
CREATE PROCEDURE withdraw(p_owner text, p_account integer, p_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_total numeric;
BEGIN
    IF p_amount IS NULL OR p_amount <= 0 THEN
        RAISE EXCEPTION 'an amount to withdraw is positive';
    END IF;

    SELECT sum(balance) INTO v_total FROM account WHERE owner = p_owner;
    IF v_total < p_amount THEN
        RAISE EXCEPTION 'the accounts of % do not cover %', p_owner, p_amount;
    END IF;

    UPDATE account SET balance = balance - p_amount WHERE id = p_account AND owner = p_owner;
END;
$$;

CREATE PROCEDURE transfer(p_from integer, p_to integer, p_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_balance account.balance%TYPE;
BEGIN
    SELECT balance INTO v_balance FROM account WHERE id = p_from;
    IF v_balance IS NULL OR v_balance < p_amount THEN
        RAISE EXCEPTION 'account % does not cover %', p_from, p_amount;
    END IF;

    UPDATE account SET balance = balance - p_amount WHERE id = p_from;
    UPDATE account SET balance = balance + p_amount WHERE id = p_to;
END;
$$;
