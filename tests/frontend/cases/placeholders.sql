CREATE TABLE t (id int PRIMARY KEY, v int, j jsonb, z int);
-- name: jdbc
BEGIN;
UPDATE t SET v=?, j = ?::jsonb WHERE id=? AND j ? 'key' AND j ?| array['a'] AND v <> ALL(?) AND id>?::int;
UPDATE t SET v = v - ?, z = ?||'' WHERE id IN (?, ?) AND j @? '$.a' AND j ?? 'b' AND v = ABS(-?);
COMMIT;
-- name: numbered
BEGIN; UPDATE t SET v = $2 WHERE id = $1; UPDATE t SET v = :1 WHERE id = :2; COMMIT;
-- name: python
BEGIN;
UPDATE t SET v = %s, z = %(z)s::int WHERE id=%s AND v % z = 0 AND id %s = 1 AND j->>'%s' = %(name)s;
UPDATE t SET v = %(z)s WHERE id = %(id)s;
COMMIT;
-- name: spliced
BEGIN; UPDATE ${schema}.t SET v = #{v} WHERE id = {id}; COMMIT;
-- name: many
BEGIN;
INSERT INTO t VALUES (?,?,?,?), (?,?,?,?), (?,?,?,?), (?,?,?,?), (?,?,?,?), (?,?,?,?), (?,?,?,?), (?,?,?,?);
COMMIT;
-- name: lists
BEGIN;
DELETE FROM t WHERE id IN (:ids) OR id NOT IN (:others) OR v IN (:a, :b) OR z IN (?) OR z IN /* those */ %(these)s;
UPDATE t SET v = 1 WHERE id not  in %s AND v IN (SELECT 1);
COMMIT;
-- name: named
BEGIN;
-- params: id
SELECT v FROM t WHERE id = $1;
-- params: amount, id
UPDATE t SET v = v - ? WHERE id = ?;
UPDATE t SET v = %s WHERE id = :id;
-- params: id, id
UPDATE t SET v = 1 WHERE id = $1 OR v = $2 OR z = $1;
-- params: id
DELETE FROM t WHERE id = $1 AND v = $2;
-- params: id the row's
DELETE FROM t WHERE id = $1;
COMMIT;
-- name: letters_are_columns
BEGIN; UPDATE t SET v = ? WHERE id = ?; UPDATE t SET v = z WHERE id = %s AND j->>'a' = ?; COMMIT;
-- name: touching
BEGIN; SELECT v FROM t WHERE id=$1LIMIT?; COMMIT;
-- name: prepares
BEGIN; PREPARE p(int) AS SELECT v FROM t WHERE id = $1; EXECUTE p($1); EXECUTE p($1); COMMIT;
