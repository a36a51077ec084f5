-- level: postgresql/read-committed
-- never: safe
-- why: FOR KEY SHARE lets others change the balance between the two statements; what was refused then is counted, and counts get lost
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE TABLE refused (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE withdraw(p integer, amount integer) LANGUAGE plpgsql AS $$
DECLARE b integer; m integer;
BEGIN
    SELECT balance INTO b FROM account WHERE id = p FOR KEY SHARE;
    IF b >= amount THEN
        UPDATE account SET balance = balance - amount WHERE id = p AND balance >= amount;
        IF NOT FOUND THEN
            SELECT n INTO m FROM refused WHERE id = 1;
            UPDATE refused SET n = m * 2 WHERE id = 1;
        END IF;
    END IF;
END $$;
