CREATE TABLE t (id int PRIMARY KEY, v int);
\i included/again.sql
\i ../cli/inputs/scripts.sql
\i /etc/passwd
\ir nowhere.sql
\else
\endif
\if :x
BEGIN;
\else
UPDATE t SET v = 1;
\endif
COMMIT;
BEGIN;
\if :x
COMMIT;
\endif
\set broken 'it''s'''
BEGIN; UPDATE t SET v = :broken; COMMIT;
-- name: whole
BEGIN; UPDATE t SET v = :v WHERE id = :id; COMMIT;
\if :y
