\set w 7
-- name: keeps
BEGIN;
SELECT acc_id AS w FROM ord WHERE id = 1 \gset
UPDATE acc SET note = 'a' WHERE id = :w;
SELECT acc_id AS w FROM ord WHERE qty = 1 \gset
UPDATE acc SET note = 'b' WHERE id = :w;
SELECT acc_id AS fresh FROM ord WHERE id = 2 \gset
UPDATE acc SET note = 'c' WHERE id = :fresh;
SELECT max(id) AS fresh FROM ord \gset
COMMIT;
\set column id
-- name: leaves_a_text
BEGIN;
SELECT acc_id AS column FROM ord WHERE id = 1 \gset
COMMIT;
-- name: odd_names
BEGIN;
SELECT acc_id AS "order", qty AS "Qty" FROM ord WHERE id = 1 \gset
UPDATE acc SET note = 'o', bal = :Qty WHERE id = :order;
COMMIT;
-- name: one_line
BEGIN;
SELECT acc_id AS a FROM ord WHERE id = 1 \gset f_ \\ UPDATE acc SET note = 'd' WHERE id = :f_a;
\echo two \\ UPDATE acc SET note = 'e' WHERE id = 2;
\set k 3 \\ UPDATE acc SET note = 'f' WHERE id = :k;
\! echo \\ DELETE FROM acc
SELECT acc_id AS a FROM ord WHERE id = 4 \gset\\
UPDATE acc SET note = 'g' WHERE id = :a;
COMMIT;
-- name: no_semicolon
BEGIN
\sleep 1 ms
UPDATE acc SET note = 'h' WHERE id = 4
\set k 5
UPDATE acc SET note = 'i' WHERE id = :k
\if :k
UPDATE acc SET note = 'j' WHERE id = 6
\endif
END;
-- name: set_within
BEGIN;
UPDATE acc SET note = 'k'
\set k 8
WHERE id = :k;
UPDATE acc SET note = 'l' WHERE id = :k;
COMMIT;
-- name: forgotten
BEGIN;
DELETE FROM acc \r
UPDATE acc SET note = 'm' WHERE id = 1;
COMMIT;
-- name: sent_again
BEGIN;
UPDATE acc SET bal = bal + 1 WHERE id = 1;
\g
COMMIT;
-- name: of_pgbench
BEGIN;
SELECT bal FROM acc WHERE id = 1;
\gset
UPDATE acc SET bal = :bal + 1 WHERE id = 1;
COMMIT;
-- name: again_and_again
BEGIN;
SELECT bal FROM acc WHERE id = 1 \watch 1
COMMIT;
-- name: not_sent
BEGIN;
DELETE FROM acc WHERE id = 1 \gdesc
UPDATE acc SET note = 'n' WHERE id = $1
\bind 5
\g
SELECT bal FROM acc WHERE id = $1 \bind 5 \g
COMMIT;
-- name: named_first
\set k 9
\set a random(1, 10)
BEGIN;
UPDATE acc SET note = 'p' WHERE id = :k;
COMMIT;
\q
-- name: not_read
BEGIN;
DELETE FROM acc;
COMMIT;
