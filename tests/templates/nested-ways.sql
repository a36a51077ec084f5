CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL);
-- name: nested
BEGIN;
SELECT n FROM t WHERE id = 1 \gset r_
\if :a
UPDATE t SET n = 1 WHERE id = 1;
\if :b
ROLLBACK;
\endif
\else
UPDATE t SET n = 2 WHERE id = 2;
\endif
COMMIT;
-- name: after_nested
BEGIN;
\if :a
UPDATE t SET n = 1 WHERE id = 1;
\if :b
ROLLBACK;
\endif
\else
UPDATE t SET n = 2 WHERE id = 2;
\endif
UPDATE t SET n = 3 WHERE id = 3;
COMMIT;
-- name: after_in_way
BEGIN;
\if :a
\if :b
ROLLBACK;
\endif
UPDATE t SET n = 1 WHERE id = 1;
\else
UPDATE t SET n = 2 WHERE id = 2;
\endif
COMMIT;
