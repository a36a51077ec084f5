CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL);
\set id random(1, 10 * :scale)
\set amount random(1, 5)
SELECT balance FROM account WHERE id = :id;
UPDATE account SET balance = balance - :amount WHERE id = :id;
-- name: deposit
BEGIN;
SELECT balance AS had FROM account WHERE id = :id \gset
UPDATE account SET balance = :had + :amount WHERE id = :id;
END;
