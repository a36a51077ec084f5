-- why: the aggregate takes all rows of the subquery, which locks them all
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE account (id integer PRIMARY KEY, owner integer NOT NULL, balance integer NOT NULL);

CREATE FUNCTION withdraw(p_id integer, p_owner integer, p_amount integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    v_total integer;
BEGIN
    SELECT sum(balance) INTO v_total FROM (SELECT balance FROM account WHERE owner = p_owner FOR UPDATE) AS locked;
    IF v_total < p_amount THEN
        RAISE EXCEPTION 'not enough';
    END IF;
    UPDATE account SET balance = balance - p_amount WHERE id = p_id AND owner = p_owner;
END;
$$;
