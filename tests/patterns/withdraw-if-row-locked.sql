-- why: EXISTS stops at the first row, but of a key there is only one: if it is there, it is locked
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE purse (id bigint PRIMARY KEY, cents bigint NOT NULL);

CREATE FUNCTION withdraw(purse_id bigint, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_cents bigint;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM purse WHERE id = purse_id FOR UPDATE) THEN
        RAISE EXCEPTION 'no purse %', purse_id;
    END IF;
    SELECT cents INTO v_cents FROM purse WHERE id = purse_id;
    UPDATE purse SET cents = v_cents - amount WHERE id = purse_id;
END $$;
