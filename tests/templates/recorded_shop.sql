-- Transactions of a running application, written by isoproof templates.
-- 215 committed transactions: 215 in the 11 templates below, 0 without work (settings, queries of the catalogs),
--   0 that change the schema, 0 of upkeep, 0 not understood
-- left out: 39 rolled back, 0 failed, 0 begun before the log, 0 not ended in it, 0 with entries missing

-- name: insert_customers
-- seen: 25 times, 11.6 % of the committed transactions
-- example: trace.jsonl:144
-- autocommit
BEGIN;
-- params: email
insert into "customers" ("email") values ($1) on conflict ("email") do nothing;
COMMIT;

-- name: insert_orders_update_products_insert_order_lines
-- seen: 22 times, 10.2 % of the committed transactions
-- example: trace.jsonl:18
-- assume: products_id_2 = products_id (22 of 22)
-- assume: order_id = orders_id (22 of 22)
-- assume: product_id = products_id (22 of 22)
-- assume: orders_id = new_1_id (22 of 22)
BEGIN;
-- params: customer_id
insert into "orders" ("customer_id") values ($1) returning "id" \gset new_1_
-- isoproof: loop over products_id bigint, stock integer, products_id_2 bigint, order_id bigint, product_id bigint, quantity integer
-- assume: at least 1 row (22 of 22 write it later)
-- params: products_id
select "stock", "price" from "products" where "id" = $1;
-- params: stock, products_id_2
update "products" set "stock" = $1 where "id" = $2;
-- params: order_id, product_id, quantity
insert into "order_lines" ("order_id", "product_id", "quantity") values ($1, $2, $3);
-- isoproof: end loop
-- params: total, orders_id
update "orders" set "total" = $1 where "id" = $2;
COMMIT;

-- name: insert_products-2
-- seen: 14 times, 6.5 % of the committed transactions
-- example: trace.jsonl:28
-- autocommit
BEGIN;
-- params: name, stock, price, name_2, stock_2, price_2
insert into "products" ("name", "stock", "price") values ($1, $2, $3), ($4, $5, $6);
COMMIT;

-- name: insert_products-3
-- seen: 16 times, 7.4 % of the committed transactions
-- example: trace.jsonl:17
-- autocommit
BEGIN;
-- params: name, stock, price, name_2, stock_2, price_2, name_3, stock_3, price_3
insert into "products" ("name", "stock", "price") values ($1, $2, $3), ($4, $5, $6), ($7, $8, $9);
COMMIT;

-- name: insert_redemptions
-- seen: 17 times, 7.9 % of the committed transactions
-- example: trace.jsonl:36
-- assume: coupon_id = row_2_id (28 of 28)
-- assume: coupon_id_2 = coupon_id (17 of 17)
-- assume: way_1 = (:row_3_n < :row_2_max_uses) (17 of 17, and in none of the 11 others)
BEGIN;
-- assume: at least 1 row (28 of 28)
-- params: code
select * from "coupons" where "code" = $1 \gset row_2_
-- assume: at least 1 row (28 of 28)
-- params: coupon_id
select count(*) as "n" from "redemptions" where "coupon_id" = $1 \gset row_3_
\if :way_1
-- params: coupon_id_2, customer_id
insert into "redemptions" ("coupon_id", "customer_id") values ($1, $2);
\else
ROLLBACK;
\endif
COMMIT;

-- name: select_orders_select_customers
-- seen: 24 times, 11.2 % of the committed transactions
-- example: trace.jsonl:27
-- assume: customers_id = customer_id (24 of 24)
BEGIN ISOLATION LEVEL REPEATABLE READ;
-- params: customer_id
select sum("total") as "s" from "orders" where "customer_id" = $1;
-- params: customers_id
select * from "customers" where "id" = $1;
COMMIT;

-- name: select_products
-- seen: 24 times, 11.2 % of the committed transactions
-- example: trace.jsonl:20
-- autocommit
BEGIN;
-- params: products_id
select "version" from "products" where "id" = $1;
COMMIT;

-- name: update_customers
-- seen: 33 times, 15.3 % of the committed transactions
-- example: trace.jsonl:42
-- assume: customers_id_list = {customers_id, customers_id_2} in any order (33 of 33)
-- assume: balance_2 = balance (33 of 33)
BEGIN;
-- params: customers_id_list
select * from "customers" where "id" = ANY ($1::bigint[]) order by "id" for update;
-- params: balance, customers_id
update "customers" set "balance" = "balance" - $1 where "id" = $2;
-- params: balance_2, customers_id_2
update "customers" set "balance" = "balance" + $1 where "id" = $2;
COMMIT;

-- name: update_customers_update_orders
-- seen: 7 times, 3.3 % of the committed transactions
-- example: trace.jsonl:212
-- assume: customers_id = row_4_customer_id (7 of 7)
-- assume: customers_id_2 = customers_id (7 of 7)
-- assume: status = 'paid' (7 of 7)
-- assume: orders_id_2 = orders_id (7 of 7)
-- assume: way_1 = (:rows_of_1 > 0) (7 of 7, and in none of the 28 others)
BEGIN;
-- isoproof: row count in rows_of_1
-- params: orders_id
select * from "orders" where "id" = $1 \gset row_4_
\if :way_1
-- assume: at least 1 row (7 of 7 write it later)
-- params: customers_id
select "balance" from "customers" where "id" = $1;
-- params: balance, customers_id_2
update "customers" set "balance" = $1 where "id" = $2;
-- params: status, orders_id_2
update "orders" set "status" = $1 where "id" = $2;
\else
ROLLBACK;
\endif
COMMIT;

-- name: update_products
-- seen: 24 times, 11.2 % of the committed transactions
-- example: trace.jsonl:23
-- autocommit
-- assume: version = version_2 + 1 (24 of 24)
BEGIN;
-- params: name, version, products_id, version_2
update "products" set "name" = $1, "version" = $2 where "id" = $3 and "version" = $4;
COMMIT;
