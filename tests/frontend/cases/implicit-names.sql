CREATE TABLE t (id int PRIMARY KEY, v int);
-- name: GetOne :one
SELECT v FROM t WHERE id = $1;
-- name: add!
-- adds one
UPDATE t SET v = v + 1 WHERE id = :id
-- name: all_of(id, v)^
SELECT id, v FROM t

-- drop_one --
-- of those (it is said)
DELETE FROM t WHERE id = %(id)s
-- not_a_name -- but a remark
  AND v = 0 -- nor this --
-- name: part
  AND id > 5
;
-- name: two
SELECT 1; SELECT 2;
CREATE TABLE u (id int);
TRUNCATE t;
