-- Two orders, each with any number of lines: what one iteration reads, another transaction may have changed.
CREATE TABLE product (id int PRIMARY KEY, stock int NOT NULL);
-- name: checkout
BEGIN;
-- isoproof: loop over product integer, stock integer, product_2 integer
-- params: product
SELECT stock FROM product WHERE id = $1;
-- params: stock, product_2
UPDATE product SET stock = $1 WHERE id = $2;
-- isoproof: end loop
COMMIT;
-- name: locked
-- assume: product_2 = product (9 of 9)
BEGIN;
-- isoproof: loop over product integer, product_2 integer
-- params: product
SELECT stock FROM product WHERE id = $1 FOR UPDATE;
-- params: product_2
UPDATE product SET stock = stock - 1 WHERE id = $1;
-- isoproof: end loop
COMMIT;
