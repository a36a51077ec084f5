-- level: postgresql/read-committed
-- never: safe
-- why: the error that is caught gives the lock back; the value was read, and another transaction reads it, too
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE PROCEDURE double(p_id integer) LANGUAGE plpgsql AS $$
DECLARE v_balance integer;
BEGIN
    BEGIN
        SELECT balance INTO v_balance FROM account WHERE id = p_id FOR UPDATE SKIP LOCKED;
        RAISE EXCEPTION 'given back';
    EXCEPTION WHEN raise_exception THEN
        NULL;
    END;
    UPDATE account SET balance = v_balance * 2 WHERE id = p_id;
END $$;
