CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

-- name: pay
BEGIN;
SELECT balance FROM account WHERE id = :payer \gset
UPDATE account SET balance = :balance - 10 WHERE id = :payer;
COMMIT;

BEGIN;
SELECT balance FROM account WHERE id = :payer;
COMMIT;
