PREPARE pay(integer, numeric) AS UPDATE acc SET bal = bal - $2 WHERE id = $1;
PREPARE untyped AS SELECT bal FROM acc WHERE id = $1 AND owner = $2;
-- name: pays
BEGIN;
EXECUTE pay(:a, 3 + (4));
EXECUTE untyped(:a, upper('x'));
DEALLOCATE pay;
PREPARE pay AS DELETE FROM log WHERE msg = :'m';
COMMIT;
-- name: text_in_its_context
BEGIN; EXECUTE untyped(1, 'x'); COMMIT;
-- name: another_by_a_variable
BEGIN; EXECUTE pay; COMMIT;
-- name: other_arguments
BEGIN; EXECUTE untyped(1); COMMIT;
DEALLOCATE ALL;
-- name: gone
BEGIN; EXECUTE untyped(1, upper('x')); COMMIT;
