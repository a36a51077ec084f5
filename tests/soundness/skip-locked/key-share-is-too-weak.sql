-- level: postgresql/read-committed
-- never: safe
-- why: FOR KEY SHARE passes over few rows and keeps no transaction from an UPDATE: both read the value, both write it
CREATE TABLE account (id integer PRIMARY KEY, kind integer NOT NULL, balance integer NOT NULL);
CREATE PROCEDURE double() LANGUAGE plpgsql AS $$
DECLARE v_id integer; v_balance integer;
BEGIN
    SELECT id, balance INTO v_id, v_balance FROM account ORDER BY kind, id LIMIT 1 FOR KEY SHARE SKIP LOCKED;
    UPDATE account SET balance = v_balance * 2 WHERE id = v_id;
END $$;
