CREATE TABLE stock (id bigint PRIMARY KEY, qty int NOT NULL, version int NOT NULL);
CREATE TABLE reservation (id bigserial PRIMARY KEY, stock bigint NOT NULL, n int NOT NULL);
-- transaction: Reserve = GetStock(id: p), AddReservation(stock: p, 1),
--   UpdateStock(id: p, version: GetStock.version) expect 1 row
/* transaction: Restock =
     Reservations(stock: s), Take(id: Reservations.id), UpdateStock($2: 7, ID: Reservations.stock),
     SetQty(s, -3) */
-- transaction: GetStock = GetStock(id: GetStock_id)
-- transaction: leaves_out = UpdateStock(version: 1)

-- name: GetStock :one
SELECT * FROM stock WHERE id = $1 LIMIT 1;
-- name: AddReservation :one
INSERT INTO reservation (stock, n) VALUES ($1, $2) RETURNING *;
-- name: UpdateStock :execrows
UPDATE stock SET qty = qty - 1, version = version + 1 WHERE id = $1 AND version = $2;
-- name: SetQty :exec
UPDATE stock SET qty = @qty::int WHERE id = @id;
-- name: Reservations :many
SELECT r.* FROM reservation r JOIN stock ON r.stock = stock.id WHERE r.stock = @stock FOR UPDATE OF r;
-- name: Take :exec
-- expect: 1 row
DELETE FROM reservation WHERE id = sqlc.arg(id);
-- name: Unused :exec
DELETE FROM reservation WHERE id = $1;
-- name: block
BEGIN;
UPDATE stock SET qty = @qty WHERE id = sqlc.arg(id);
COMMIT;
-- name: Mixed :exec
UPDATE stock SET qty = $1, version = $2 WHERE id = @id;
-- transaction: mixes = Mixed(id: 3), Mixed(qty: 1, id: p, version: 2)
-- transaction: no_query = Nothing(id: 1)
-- transaction: no_parameter = GetStock(idd: 1)
-- transaction: no_column = GetStock(id: 1), SetQty(1, GetStock.size)
-- transaction: later = SetQty(1, GetStock.qty), GetStock(id: 1)
-- transaction: not_after = Reservations(stock: 1), GetStock(id: 1), Take(id: Reservations.id)
-- transaction: broken = GetStock(id: )
-- transaction: no expected = GetStock(id: 1) expect row
-- transaction: counted = GetStock(id: 1) expect row
-- transaction:
