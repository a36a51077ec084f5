-- level: read-atomic
-- never: safe
-- why: a parameter that is left out has its default, not NULL: the update takes place, and may be lost
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE FUNCTION add_one(p_id integer, p_really boolean DEFAULT true) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_balance integer;
BEGIN
    IF p_really THEN
        SELECT balance INTO v_balance FROM account WHERE id = p_id;
        UPDATE account SET balance = v_balance + 1 WHERE id = p_id;
    END IF;
END;
$$;
CREATE PROCEDURE pay(p_id integer) LANGUAGE plpgsql AS $$ BEGIN PERFORM add_one(p_id); END; $$;
