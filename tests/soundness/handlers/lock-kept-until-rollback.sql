-- level: postgresql/read-committed
-- never: safe
-- why: the lock is given back with the subtransaction that took it
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE TABLE refused (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE withdraw(p integer, amount integer) LANGUAGE plpgsql AS $$
DECLARE b integer; m integer;
BEGIN
    BEGIN
        SELECT balance INTO b FROM account WHERE id = p FOR UPDATE;
        b := b / (b - amount);
    EXCEPTION WHEN division_by_zero THEN NULL;
    END;
    IF b >= amount THEN
        UPDATE account SET balance = balance - amount WHERE id = p AND balance >= amount;
        IF NOT FOUND THEN
            SELECT n INTO m FROM refused WHERE id = 1;
            UPDATE refused SET n = m * 2 WHERE id = 1;
        END IF;
    END IF;
END $$;
