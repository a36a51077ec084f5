CREATE SEQUENCE id;
CREATE TABLE account (id bigint PRIMARY KEY, balance int NOT NULL);

CREATE PROCEDURE open_account(p_balance int) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO account (id, balance) VALUES (nextval('id'), p_balance);
END $$;

CREATE PROCEDURE deposit(p_id bigint, p_amount int) LANGUAGE plpgsql AS $$
DECLARE
    v_count bigint;
BEGIN
    SELECT count(id) INTO v_count FROM account a JOIN account b USING (id) WHERE (a.id, b.balance) = (p_id, 1) GROUP BY a.balance, id;
    UPDATE account SET balance = balance + p_amount WHERE id = p_id;
END $$;
