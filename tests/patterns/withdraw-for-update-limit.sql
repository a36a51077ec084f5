-- why: ORMs fetch the one row of a key with a LIMIT, which has no effect: the row is locked as it is without
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE customer (id bigint PRIMARY KEY, open boolean NOT NULL);
CREATE TABLE purse (
    id bigint PRIMARY KEY,
    number text NOT NULL UNIQUE,
    customer bigint NOT NULL REFERENCES customer,
    cents bigint NOT NULL
);

-- name: withdraw
BEGIN;
SELECT cents FROM purse WHERE id = :purse ORDER BY cents LIMIT 21 FOR UPDATE \gset
UPDATE purse SET cents = :cents - :amount WHERE id = :purse;
COMMIT;

-- name: deposit
BEGIN;
SELECT p.cents FROM purse p JOIN customer c ON c.id = p.customer
    WHERE p.number = :'number' FETCH FIRST 1 ROW ONLY FOR NO KEY UPDATE OF p \gset
UPDATE purse SET cents = :cents + :amount WHERE number = :'number';
COMMIT;

-- name: show
BEGIN;
SELECT cents FROM purse WHERE id = :purse LIMIT ALL FOR SHARE;
COMMIT;
