-- +goose Up
CREATE TABLE {{.Schema}}.orders (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE ${flyway:defaultSchema}.log (id int PRIMARY KEY, n int NOT NULL);
-- name: bump
BEGIN;
UPDATE {{ .Schema }}.orders SET n = n + 1 WHERE id = :id;
UPDATE :tab SET n = :n WHERE id = :'who';
COMMIT;
