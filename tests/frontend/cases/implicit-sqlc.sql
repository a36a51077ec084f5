CREATE TABLE acc (id bigint PRIMARY KEY, owner text, bal bigint NOT NULL, tags text[]);
-- name: Get :one
SELECT * FROM acc WHERE id = @id LIMIT 1;
-- name: Change :exec
UPDATE acc SET bal = bal +@amount, owner = coalesce(sqlc.narg('owner'), owner)
WHERE id=@id AND bal >= @amount::bigint AND tags <@tags AND @bal > 0;
-- name: All :many
SELECT sqlc.embed(acc), sqlc.arg(with_tags)::bool FROM acc WHERE id IN (sqlc.slice('ids')) OR owner = sqlc.arg( owner );
-- name: NotOfSqlc
SELECT @bal FROM acc WHERE bal > @bal;
