-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: the row that is read is locked, so that no transaction writes it between the SELECT and the UPDATE

CREATE TABLE account (id integer PRIMARY KEY, bal integer NOT NULL);
CREATE PROCEDURE withdraw(k integer, x integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT bal INTO v FROM account WHERE id = k FOR UPDATE;
    UPDATE account SET bal = v - x WHERE id = k;
END $$;
