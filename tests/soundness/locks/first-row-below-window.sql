-- level: postgresql/read-committed
-- never: safe
-- why: INTO takes the first row, which a window function over an order of the rows gives before it has seen, and locked, the others
CREATE TABLE account (id integer PRIMARY KEY, owner integer NOT NULL, balance integer NOT NULL);

CREATE FUNCTION withdraw(p_id integer, p_owner integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    locked_first integer;
    v_total integer;
BEGIN
    WITH locked AS (SELECT id, balance FROM account WHERE owner = p_owner ORDER BY id FOR UPDATE)
    SELECT row_number() OVER () INTO locked_first FROM locked;
    SELECT sum(balance) INTO v_total FROM account WHERE owner = p_owner;
    IF v_total < 10 THEN
        RAISE EXCEPTION 'not enough';
    END IF;
    UPDATE account SET balance = balance - 10 WHERE id = p_id AND owner = p_owner;
END;
$$;
