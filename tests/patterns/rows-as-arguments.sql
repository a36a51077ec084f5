-- why: the fields of each element name the row that is read and then written, and nothing locks it between
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TYPE withdrawal AS (source integer, amount integer);
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

CREATE PROCEDURE withdraw(VARIADIC list withdrawal[])
LANGUAGE plpgsql AS $$
DECLARE
    w withdrawal;
    v_balance integer;
BEGIN
    FOREACH w IN ARRAY list LOOP
        SELECT balance INTO v_balance FROM account WHERE id = w.source;
        UPDATE account SET balance = v_balance - w.amount WHERE id = w.source;
    END LOOP;
END;
$$;
