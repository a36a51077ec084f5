-- A payment locks its row FOR UPDATE and then changes another column than the key. A transaction whose snapshot is older may
-- then not refer to the row (40001), though the change alone would let it; FOR NO KEY UPDATE leaves it so.
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE TABLE orders (id serial PRIMARY KEY, account_id integer NOT NULL REFERENCES account);

CREATE FUNCTION pay(k integer) RETURNS void LANGUAGE sql AS $$
    SELECT balance FROM account WHERE id = k FOR UPDATE;
    UPDATE account SET balance = balance - 1 WHERE id = k;
$$;

CREATE FUNCTION pay_no_key(k integer) RETURNS void LANGUAGE sql AS $$
    SELECT balance FROM account WHERE id = k FOR NO KEY UPDATE;
    UPDATE account SET balance = balance - 1 WHERE id = k;
$$;

CREATE FUNCTION place(k integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v_balance integer;
BEGIN
    SELECT balance INTO v_balance FROM account WHERE id = k;
    INSERT INTO orders (account_id) VALUES (k);
    RETURN v_balance;
END $$;

CREATE FUNCTION report(k integer) RETURNS text LANGUAGE sql AS $$
    SELECT balance || ', ' || (SELECT count(*) FROM orders WHERE account_id = k) FROM account WHERE id = k;
$$;
