CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL);
CREATE TABLE log (id bigserial PRIMARY KEY, account int NOT NULL);

CREATE FUNCTION withdraw(p_id int, p_amount int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT balance FROM account WHERE id = p_id) < p_amount THEN
        RAISE EXCEPTION 'account % does not cover %', p_id, p_amount;
    END IF;
    UPDATE account SET balance = balance - p_amount WHERE id = p_id;
    IF EXISTS (SELECT 1 FROM information_schema.tables WHERE table_name = 'log')
       AND EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.relname = 'account') THEN
        INSERT INTO log (account) VALUES (p_id);
    END IF;
END $$;
