-- level: postgresql/repeatable-read
-- never: safe
-- why: an imported snapshot is older than the transaction, and so than its LOCK TABLE: two count the rows before either has inserted
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
-- name: add
BEGIN ISOLATION LEVEL REPEATABLE READ;
SET TRANSACTION SNAPSHOT '00000003-0000001B-1';
LOCK TABLE t IN EXCLUSIVE MODE;
INSERT INTO t SELECT $1, count(*) FROM t;
COMMIT;
