-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: the account that is locked first need not be there yet: nothing asks whether it was, and the UPDATE looks for itself
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE FUNCTION put(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM account WHERE id = p FOR UPDATE;
    UPDATE account SET balance = balance + 1 WHERE id = p;
END $$;
CREATE FUNCTION open(p integer) RETURNS void LANGUAGE sql AS $$
    INSERT INTO account VALUES (p, 0)
$$;
