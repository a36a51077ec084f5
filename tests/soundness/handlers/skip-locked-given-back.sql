-- level: postgresql/read-committed
-- never: safe
-- why: the error gives back the lock that SKIP LOCKED took in the block, and not the value that was read under it
CREATE TABLE account (id integer PRIMARY KEY, kind integer NOT NULL, balance integer NOT NULL CHECK (balance < 100));
CREATE PROCEDURE add(p_amount integer) LANGUAGE plpgsql AS $$
DECLARE v_id integer; v_balance integer;
BEGIN
    BEGIN
        SELECT id, balance INTO v_id, v_balance FROM account ORDER BY kind, id LIMIT 1 FOR UPDATE SKIP LOCKED;
        RAISE EXCEPTION 'not now';
    EXCEPTION WHEN OTHERS THEN
        NULL;
    END;
    UPDATE account SET balance = v_balance + p_amount WHERE id = v_id;
END $$;
