CREATE TABLE stock (id integer PRIMARY KEY, n integer NOT NULL);

-- name: GetStock :one
SELECT n FROM stock WHERE id = @id;

-- name: SetStock :exec
UPDATE stock SET n = @n WHERE id = @id;
