-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: the balance that was locked is what the UPDATE checks: it never fails to find the row, so nothing is counted

CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE TABLE refused (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE withdraw(p integer, amount integer) LANGUAGE plpgsql AS $$
DECLARE b integer; m integer;
BEGIN
    SELECT balance INTO b FROM account WHERE id = p FOR NO KEY UPDATE;
    IF b >= amount THEN
        UPDATE account SET balance = balance - amount WHERE id = p AND balance >= amount;
        IF NOT FOUND THEN
            SELECT n INTO m FROM refused WHERE id = 1;
            UPDATE refused SET n = m * 2 WHERE id = 1;
        END IF;
    END IF;
END $$;
