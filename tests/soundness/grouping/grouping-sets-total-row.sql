-- level: postgresql/read-committed
-- never: safe
-- why: the row of all groups together has NULL for a column that never is; withdraw loses updates
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE PROCEDURE withdraw(p integer) LANGUAGE plpgsql AS $$
DECLARE r integer; b integer;
BEGIN
    SELECT balance INTO r FROM account WHERE id = p GROUP BY ROLLUP (balance) HAVING grouping(balance) = 1;
    IF r IS NULL THEN
        SELECT balance INTO b FROM account WHERE id = p;
        UPDATE account SET balance = b - 1 WHERE id = p;
    END IF;
END $$;
