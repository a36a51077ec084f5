-- level: postgresql/read-committed
-- never: safe
-- why: the search path is what it was before the transaction that is rolled back, and t the table without a key
CREATE SCHEMA s;
CREATE TABLE s.t (id integer PRIMARY KEY);
CREATE TABLE t (id integer);
BEGIN;
SET search_path = s;
ROLLBACK;
BEGIN;
INSERT INTO t SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM t WHERE id = 1);
COMMIT;
