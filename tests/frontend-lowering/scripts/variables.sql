-- name: pay
BEGIN;
SELECT bal FROM acc WHERE id = :id FOR UPDATE \gset
UPDATE acc SET bal = :bal - :amount WHERE id = :id;
INSERT INTO log (msg) VALUES (:'who');
COMMIT;
