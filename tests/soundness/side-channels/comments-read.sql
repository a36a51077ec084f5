-- level: postgresql/serializable
-- never: safe
-- why: serializable does not track catalogs: a write skew between two comments
CREATE TABLE a (i int);
CREATE TABLE b (i int);
-- name: f
BEGIN;
SELECT obj_description('a'::regclass, 'pg_class');
COMMENT ON TABLE b IS 'z';
COMMIT;
-- name: g
BEGIN;
SELECT obj_description('b'::regclass, 'pg_class');
COMMENT ON TABLE a IS 'z';
COMMIT;
