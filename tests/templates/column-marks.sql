CREATE TABLE job (id int PRIMARY KEY, status text NOT NULL, worker int, tags text[]);
-- name: every
-- assume: ids = rows_1_id (5 of 5)
BEGIN;
-- assume: at least 1 row (5 of 5)
-- isoproof: column id in rows_1_id
SELECT * FROM job WHERE status = 'new' ORDER BY id FOR UPDATE;
-- params: w, ids
UPDATE job SET status = 'done', worker = $1 WHERE id = ANY ($2::integer[]);
COMMIT;
-- name: some
-- assume: ids = some of rows_1_id (5 of 5)
-- assume: way_1 = (:rows_of_1 > 0) (5 of 5)
BEGIN;
-- isoproof: row count in rows_of_1
-- isoproof: column id in rows_1_id
-- isoproof: column tags in rows_1_tags
SELECT id, tags FROM job WHERE status = 'new';
\if :way_1
-- params: w, ids
UPDATE job SET status = 'done', worker = $1 WHERE id = ANY ($2::integer[]);
\endif
COMMIT;
-- name: others
-- assume: ids = rows_1_id (5 of 5)
BEGIN;
-- isoproof: column id in rows_1_id
SELECT id FROM job WHERE status = 'new' -- and no other
;
-- params: ids
DELETE FROM job WHERE id <> ALL ($1::integer[]) AND worker = :ROW_COUNT;
COMMIT;
-- name: independent
BEGIN;
-- params: ids
SELECT id FROM job WHERE id = ANY ($1::integer[]) AND worker = :rows_1_id;
COMMIT;
-- name: bad_update
BEGIN;
-- isoproof: column id in rows_1_id
UPDATE job SET worker = 1 RETURNING id;
COMMIT;
-- name: bad_column
BEGIN;
-- isoproof: column r in rows_1_id
SELECT id FROM job;
COMMIT;
-- name: bad_text
BEGIN;
-- isoproof: column id
SELECT id FROM job;
COMMIT;
-- name: bad_variable
BEGIN;
-- isoproof: column id in :x
SELECT id FROM job;
COMMIT;
-- name: bad_gset
BEGIN;
-- isoproof: column id in x
SELECT id FROM job \gset
COMMIT;
-- name: bad_twice
BEGIN;
-- isoproof: column id in x
SELECT id, worker AS id FROM job;
COMMIT;
-- name: bad_unnamed
BEGIN;
-- isoproof: column id in x
SELECT id, worker + 1 FROM job;
COMMIT;
-- name: bad_loop
-- assume: a = id of each row (5 of 5)
BEGIN;
-- isoproof: column id in x
SELECT id FROM job;
-- isoproof: loop over a
-- params: a
UPDATE job SET worker = 1 WHERE id = $1;
-- isoproof: end loop
COMMIT;
