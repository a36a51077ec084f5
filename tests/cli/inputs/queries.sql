CREATE TABLE stock (id bigint PRIMARY KEY, qty int NOT NULL, version int NOT NULL);
CREATE TABLE item (id bigint PRIMARY KEY, stock bigint NOT NULL, n int NOT NULL);
-- transaction: Reserve = GetStock(id: p), UpdateStock(id: p, version: GetStock.version) expect 1 row
-- transaction: Careless = GetStock(id: p), SetQty(qty: GetStock.qty, id: p)
-- transaction: TakeAll = GetItems(stock: s), Take(n: GetItems.n, id: GetItems.id)
-- transaction: GetStock = GetStock(id: id)

-- name: GetStock :one
SELECT * FROM stock WHERE id = $1;

-- name: UpdateStock :execrows
UPDATE stock SET qty = qty - 1, version = version + 1 WHERE id = $1 AND version = $2;

-- name: SetQty :exec
UPDATE stock SET qty = $2 WHERE id = $1;

-- name: GetItems :many
SELECT * FROM item WHERE stock = @stock;

-- name: Take :exec
UPDATE item SET n = n - sqlc.arg(n) WHERE id = sqlc.arg(id)
