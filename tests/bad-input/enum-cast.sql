CREATE TYPE kind AS ENUM ('worker', 'queue');
CREATE TABLE lease (id bigserial PRIMARY KEY, kind kind NOT NULL, n int NOT NULL);
-- name: GetLeases :many
SELECT * FROM lease WHERE kind = @kind::kind FOR UPDATE;
-- name: Extend :many
UPDATE lease SET n = n + 1 WHERE kind = @kind::kind RETURNING *;
-- name: Acquire :one
INSERT INTO lease (kind, n) SELECT @kind::kind, count(*) FROM lease WHERE kind = @kind::kind RETURNING *;
