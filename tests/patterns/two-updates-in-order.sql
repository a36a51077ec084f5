-- why: two rows by one UPDATE each, under the locks of both to the end; in opposite orders they deadlock
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE account (id integer PRIMARY KEY, balance numeric NOT NULL);

CREATE PROCEDURE transfer(p_from integer, p_to integer, p_amount numeric)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = balance - p_amount WHERE id = p_from;
    UPDATE account SET balance = balance + p_amount WHERE id = p_to;
END;
$$;
