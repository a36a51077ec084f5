-- why: for the table's owner, to which row security does not apply, a lost update is the same with it
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE account (id integer PRIMARY KEY, owner text NOT NULL, balance numeric NOT NULL);
CREATE POLICY own ON account USING (owner = current_user);
ALTER TABLE account ENABLE ROW LEVEL SECURITY;

CREATE PROCEDURE deposit(p_id integer, p_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_balance numeric;
BEGIN
    SELECT balance INTO v_balance FROM account WHERE id = p_id;
    UPDATE account SET balance = v_balance + p_amount WHERE id = p_id;
END;
$$;
