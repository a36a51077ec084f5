CREATE DOMAIN amount AS integer CHECK (VALUE >= 10);
CREATE TABLE account (id integer PRIMARY KEY, balance amount NOT NULL);
ALTER DOMAIN amount DROP CONSTRAINT amount_check;
ALTER DOMAIN amount ADD CONSTRAINT at_most CHECK (VALUE <= 5);
CREATE FUNCTION add_one(p integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    b integer;
BEGIN
    SELECT balance INTO b FROM account WHERE id = p;
    UPDATE account SET balance = b + 1 WHERE id = p;
END $$;
