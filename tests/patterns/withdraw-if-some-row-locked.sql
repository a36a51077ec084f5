-- why: EXISTS locks the first row that matches, and leaves the others of the owner unlocked
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE purse (id bigint PRIMARY KEY, owner bigint NOT NULL, cents bigint NOT NULL);

CREATE FUNCTION withdraw(p_owner bigint, purse_id bigint, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_cents bigint;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM purse WHERE owner = p_owner FOR UPDATE) THEN
        RAISE EXCEPTION 'no purse of %', p_owner;
    END IF;
    SELECT cents INTO v_cents FROM purse WHERE id = purse_id AND owner = p_owner;
    UPDATE purse SET cents = v_cents - amount WHERE id = purse_id AND owner = p_owner;
END $$;
CREATE FUNCTION deposit(purse_id bigint, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_cents bigint;
BEGIN
    SELECT cents INTO v_cents FROM purse WHERE id = purse_id FOR UPDATE;
    UPDATE purse SET cents = v_cents + amount WHERE id = purse_id;
END $$;
