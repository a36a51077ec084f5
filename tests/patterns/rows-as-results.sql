-- why: the row is locked by the function that reads it, and its fields are written back as they were, but for one
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TYPE holding AS (id integer, amount integer);
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

CREATE FUNCTION held(p_id integer) RETURNS holding
LANGUAGE plpgsql AS $$
DECLARE
    h holding;
BEGIN
    SELECT id, balance INTO h FROM account WHERE id = p_id FOR UPDATE;
    RETURN h;
END;
$$;

CREATE FUNCTION less(h holding, p_amount integer) RETURNS holding
LANGUAGE plpgsql AS $$
BEGIN
    h.amount := h.amount - p_amount;
    RETURN h;
END;
$$;

CREATE PROCEDURE withdraw(p_id integer, p_amount integer)
LANGUAGE plpgsql AS $$
DECLARE
    h holding;
BEGIN
    h := less(held(p_id), p_amount);
    UPDATE account SET balance = h.amount WHERE id = h.id AND id = p_id;
END;
$$;
