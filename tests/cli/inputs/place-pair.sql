CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

CREATE FUNCTION put(p_id integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_balance integer;
BEGIN
    SELECT balance INTO v_balance FROM account WHERE id = p_id;
    UPDATE account SET balance = v_balance + 1 WHERE id = p_id;
END $$;

CREATE FUNCTION take(p_id integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_balance integer;
BEGIN
    SELECT balance INTO v_balance FROM account WHERE id = p_id;
    UPDATE account SET balance = v_balance - 1 WHERE id = p_id;
END $$;
