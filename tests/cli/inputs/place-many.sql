CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

CREATE FUNCTION look(p_id integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v_first integer;
    v_second integer;
BEGIN
    SELECT balance INTO v_first FROM account WHERE id = p_id;
    SELECT balance INTO v_second FROM account WHERE id = p_id;
    RETURN v_second - v_first;
END $$;

CREATE FUNCTION set_1(p_id integer) RETURNS void LANGUAGE sql AS $$ UPDATE account SET balance = 1 WHERE id = p_id $$;
CREATE FUNCTION set_2(p_id integer) RETURNS void LANGUAGE sql AS $$ UPDATE account SET balance = 2 WHERE id = p_id $$;
CREATE FUNCTION set_3(p_id integer) RETURNS void LANGUAGE sql AS $$ UPDATE account SET balance = 3 WHERE id = p_id $$;
CREATE FUNCTION set_4(p_id integer) RETURNS void LANGUAGE sql AS $$ UPDATE account SET balance = 4 WHERE id = p_id $$;
CREATE FUNCTION set_5(p_id integer) RETURNS void LANGUAGE sql AS $$ UPDATE account SET balance = 5 WHERE id = p_id $$;
CREATE FUNCTION set_6(p_id integer) RETURNS void LANGUAGE sql AS $$ UPDATE account SET balance = 6 WHERE id = p_id $$;
