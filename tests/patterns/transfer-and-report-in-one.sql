-- why: a report of one statement has one snapshot
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

CREATE FUNCTION total(p_one integer, p_other integer) RETURNS numeric
LANGUAGE sql AS $$
    SELECT sum(balance) FROM account WHERE id IN (p_one, p_other);
$$;
