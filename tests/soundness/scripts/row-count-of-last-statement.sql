-- level: postgresql/read-committed
-- never: safe
-- why: :ROW_COUNT is that of the last statement, not of the first: where x has no row 5 the update is lost
CREATE TABLE x (id integer PRIMARY KEY, k integer NOT NULL);
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
BEGIN;
SELECT v FROM t WHERE id = 1 \gset
UPDATE x SET k = 1 WHERE id = 5;
SELECT :ROW_COUNT = 0 AS absent \gset
\if :absent
UPDATE t SET v = :v + 1 WHERE id = 1;
\endif
COMMIT;
