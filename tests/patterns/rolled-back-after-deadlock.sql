-- why: a deadlock may come at any moment, and the name is all that outlives it: what is read after that counts no more
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE account (id int PRIMARY KEY, name text NOT NULL, balance numeric NOT NULL);
CREATE TABLE branch (id int PRIMARY KEY, balance numeric NOT NULL);

CREATE PROCEDURE withdraw(p_account int, p_branch int, p_amount numeric, INOUT p_name text)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = balance - p_amount WHERE id = p_account RETURNING name INTO p_name;
    UPDATE branch SET balance = balance - p_amount WHERE id = p_branch;
EXCEPTION
    WHEN serialization_failure OR deadlock_detected THEN
        ROLLBACK;
END $$;
