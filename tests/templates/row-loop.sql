CREATE TABLE product (id bigint PRIMARY KEY, name text NOT NULL, stock int NOT NULL);
-- name: restock
-- assume: product_id = id of each row (10 of 10)
BEGIN;
-- params: name
SELECT id, stock FROM product WHERE name = $1;
-- isoproof: loop over product_id bigint, stock integer
-- params: stock, product_id
UPDATE product SET stock = $1 WHERE id = $2;
-- isoproof: end loop
COMMIT;
-- name: two_names
-- assume: b = a (7 of 7)
-- assume: a = id of each row (7 of 7)
-- assume: c = id of each row (7 of 7)
BEGIN;
SELECT id FROM product;
-- isoproof: loop over a bigint, b bigint, c bigint
-- params: a, b, c
UPDATE product SET stock = 0 WHERE id IN ($1, $2, $3);
-- isoproof: end loop
COMMIT;
-- name: locks
-- assume: a = id of each row (7 of 7)
BEGIN;
SELECT id FROM product FOR UPDATE;
-- isoproof: loop over a bigint
-- params: a
UPDATE product SET stock = 0 WHERE id = $1;
-- isoproof: end loop
COMMIT;
-- name: nothing_before
-- assume: a = id of each row (7 of 7)
BEGIN;
-- isoproof: loop over a bigint
-- params: a
UPDATE product SET stock = 0 WHERE id = $1;
-- isoproof: end loop
COMMIT;
-- name: another_column
-- assume: a = id of each row (7 of 7)
BEGIN;
SELECT stock FROM product;
-- isoproof: loop over a bigint
-- params: a
UPDATE product SET stock = 0 WHERE id = $1;
-- isoproof: end loop
COMMIT;
-- name: same_column
-- assume: a = id of each row (7 of 7)
BEGIN;
SELECT p.id, q.id FROM product p, product q;
-- isoproof: loop over a bigint
-- params: a
UPDATE product SET stock = 0 WHERE id = $1;
-- isoproof: end loop
COMMIT;
-- name: counted
-- assume: a = id of each row (7 of 7)
BEGIN;
-- assume: at least 1 row (7 of 7)
SELECT id FROM product;
-- isoproof: loop over a bigint
-- params: a
UPDATE product SET stock = 0 WHERE id = $1;
-- isoproof: end loop
COMMIT;
-- name: not_in_loop
-- assume: a = id of each row (7 of 7)
BEGIN;
SELECT id FROM product;
-- params: a
UPDATE product SET stock = 0 WHERE id = $1;
COMMIT;
