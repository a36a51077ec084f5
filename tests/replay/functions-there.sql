CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL);

CREATE FUNCTION has_uuidv7() RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT EXISTS (SELECT * FROM pg_proc WHERE proname = 'uuidv7');
$$;

CREATE PROCEDURE deposit(p_id int, p_amount int) LANGUAGE plpgsql AS $$
DECLARE
    v_balance int;
BEGIN
    IF has_uuidv7() OR NOT EXISTS (SELECT FROM pg_catalog.pg_proc p WHERE p.proname = 'deposit')
       OR NOT EXISTS (SELECT 1 FROM pg_proc WHERE proname = 'lower') THEN
        RAISE EXCEPTION 'another server';
    END IF;
    SELECT balance INTO v_balance FROM account WHERE id = p_id;
    UPDATE account SET balance = v_balance + p_amount WHERE id = p_id;
END $$;
