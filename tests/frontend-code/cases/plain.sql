-- The statements of a simple transaction: each name a slot or a column, each text with the places of its variables.
CREATE TABLE account (id integer PRIMARY KEY, owner text NOT NULL DEFAULT 'nobody', bal numeric(12,2) NOT NULL
  CHECK (bal >= 0));

CREATE PROCEDURE withdraw(acc integer, amount numeric(10,2) DEFAULT 1) LANGUAGE plpgsql AS $$
DECLARE b account.bal%TYPE; n integer := 3;
BEGIN
  SELECT bal INTO b FROM account WHERE id = acc;
  IF b >= amount THEN
    UPDATE account SET bal = bal - amount WHERE id = acc;
  ELSE
    RAISE EXCEPTION 'no money in %, only %', acc, b USING ERRCODE = 'check_violation';
  END IF;
  FOR i IN 1 .. n LOOP
    INSERT INTO account (id, bal) VALUES (i + acc, DEFAULT), (i, withdraw.amount);
  END LOOP;
  DELETE FROM account a WHERE a.id = $1 AND a.owner LIKE 'x%';
END $$;

BEGIN;
SELECT bal AS b FROM account WHERE id = :acc FOR UPDATE \gset
UPDATE account SET bal = :b - 1 WHERE id = :acc AND owner = :'name';
COMMIT;
