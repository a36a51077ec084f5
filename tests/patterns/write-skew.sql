-- why: both read both rows and change one each: Berenson et al. 1995, A5B
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: safe
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

CREATE PROCEDURE withdraw(p_from integer, p_other integer, p_amount integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_from  integer;
    v_other integer;
BEGIN
    SELECT balance INTO v_from FROM account WHERE id = p_from;
    SELECT balance INTO v_other FROM account WHERE id = p_other;
    IF v_from + v_other < p_amount THEN
        RAISE EXCEPTION 'not covered';
    END IF;
    UPDATE account SET balance = balance - p_amount WHERE id = p_from;
END;
$$;
