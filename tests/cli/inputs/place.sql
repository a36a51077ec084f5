CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE TABLE counter (id integer PRIMARY KEY, n integer NOT NULL);

CREATE FUNCTION take(p_id integer, p_amount integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_balance integer;
BEGIN
    SELECT balance INTO v_balance FROM account WHERE id = p_id;
    UPDATE account SET balance = v_balance - p_amount WHERE id = p_id;
END $$;

CREATE FUNCTION pay(p_id integer, p_amount integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM take(p_id, p_amount);
END $$;

CREATE FUNCTION count_up(p_id integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_n integer;
BEGIN
    SELECT n INTO v_n FROM counter WHERE id = p_id;
    UPDATE counter SET n = v_n + 1 WHERE id = p_id;
END $$;
