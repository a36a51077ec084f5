-- level: read-atomic
-- never: safe
-- why: of two functions of one name the types of the arguments choose: here the function that loses updates
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE FUNCTION add_one(p_id text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN NULL; END; $$;
CREATE FUNCTION add_one(p_id integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_balance integer;
BEGIN
    SELECT balance INTO v_balance FROM account WHERE id = p_id;
    UPDATE account SET balance = v_balance + 1 WHERE id = p_id;
END;
$$;
CREATE PROCEDURE pay(p_id integer) LANGUAGE plpgsql AS $$ BEGIN PERFORM add_one(p_id); END; $$;
