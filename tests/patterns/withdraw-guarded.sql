-- why: one UPDATE with a guard checks the version that it changes
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE account (id integer PRIMARY KEY, balance numeric NOT NULL);

CREATE FUNCTION withdraw(p_id integer, p_amount numeric) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = balance - p_amount WHERE id = p_id AND balance >= p_amount;
    RETURN FOUND;
END;
$$;
