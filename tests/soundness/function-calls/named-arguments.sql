-- level: read-atomic
-- never: safe
-- why: arguments with names stand in any order: the update takes place, and may be lost
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE FUNCTION add_one(p_really boolean, p_log boolean, p_id integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_balance integer;
BEGIN
    IF p_really THEN
        SELECT balance INTO v_balance FROM account WHERE id = p_id;
        UPDATE account SET balance = v_balance + 1 WHERE id = p_id;
    END IF;
END;
$$;
CREATE PROCEDURE pay(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM add_one(p_log => false, p_id => p_id, p_really => true);
END;
$$;
