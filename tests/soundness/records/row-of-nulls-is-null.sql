-- level: postgresql/read-committed
-- never: safe
-- why: a row whose fields are all NULL is NULL, though the column has a value; withdraw loses updates
CREATE TYPE note AS (author text, words text);
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL, last note NOT NULL);
CREATE PROCEDURE withdraw(p integer) LANGUAGE plpgsql AS $$
DECLARE b integer;
BEGIN
    SELECT balance INTO b FROM account WHERE id = p AND last IS NULL;
    IF FOUND THEN
        UPDATE account SET balance = b - 1 WHERE id = p;
    END IF;
END $$;
