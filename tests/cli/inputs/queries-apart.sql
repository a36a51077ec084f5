CREATE TABLE stock (id integer PRIMARY KEY, n integer NOT NULL, version integer NOT NULL);

-- name: GetStock :one
SELECT * FROM stock WHERE id = @id;

-- name: SetIfSame :execrows
UPDATE stock SET n = @n, version = version + 1 WHERE id = @id AND version = @version;

-- name: Add :exec
UPDATE stock SET n = n + @n WHERE id = @id;

-- name: SetBelow :exec
UPDATE stock SET n = @n WHERE id < @id;
