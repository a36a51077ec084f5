-- level: postgresql/read-committed
-- never: safe
-- why: COMMIT in one way of \if ends that way alone: the other one loses updates
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
BEGIN;
SELECT v FROM t WHERE id = 1 \gset
\if :careful
COMMIT;
\else
UPDATE t SET v = :v + 1 WHERE id = 1;
COMMIT;
\endif
