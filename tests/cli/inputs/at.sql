CREATE TABLE a (id int PRIMARY KEY, bal int NOT NULL, debt int NOT NULL);
-- name: transfer
BEGIN;
UPDATE a SET bal = bal - @amount WHERE id = @from_id;
UPDATE a SET bal = bal - @debt WHERE id =@to_id;
COMMIT;
