CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

-- name: pay
BEGIN;
SELECT balance FROM account WHERE id = :payer;
UPDATE account SET balance = balance - :amount WHERE id = :payer;
COMMIT;

BEGIN;
SELECT balance FROM account WHERE id = :payer;
COMMIT;
