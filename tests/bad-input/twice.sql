CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

CREATE OR REPLACE PROCEDURE change(p_id integer) LANGUAGE plpgsql AS $$
DECLARE
    v_balance integer;
BEGIN
    SELECT balance INTO v_balance FROM account WHERE id = p_id;
    UPDATE account SET balance = v_balance + 1 WHERE id = p_id;
END;
$$;

CREATE OR REPLACE PROCEDURE change(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM balance FROM account WHERE id = p_id;
END;
$$;
