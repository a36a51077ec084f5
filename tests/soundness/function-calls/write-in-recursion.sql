-- level: read-atomic
-- never: safe
-- why: the recursive function reads and writes the balance: two instances lose an update
CREATE TABLE account (id integer PRIMARY KEY, parent integer, balance integer NOT NULL);
CREATE FUNCTION pay_up(p_id integer, p_steps integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_balance integer;
BEGIN
    IF p_steps > 0 THEN
        PERFORM pay_up(p_id, p_steps - 1);
        RETURN;
    END IF;
    SELECT balance INTO v_balance FROM account WHERE id = p_id;
    UPDATE account SET balance = v_balance + 1 WHERE id = p_id;
END;
$$;
CREATE PROCEDURE pay(p_id integer) LANGUAGE plpgsql AS $$ BEGIN PERFORM pay_up(p_id, 3); END; $$;
