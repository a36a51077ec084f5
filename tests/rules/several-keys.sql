-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a transaction that has counted two rows by their keys has locked both, and none of them is inserted later

CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

CREATE PROCEDURE open_account(p integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO account VALUES (p, 0);
END $$;

CREATE PROCEDURE transfer(a integer, b integer, amount integer) LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    PERFORM 1 FROM account WHERE id IN (a, b) ORDER BY id FOR UPDATE;
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n <> 2 THEN
        RAISE EXCEPTION 'no such account';
    END IF;
    UPDATE account SET balance = balance - amount WHERE id = a;
    UPDATE account SET balance = balance + amount WHERE id = b;
END $$;
