\set nbranches 1 * :scale
\set ntellers :nbranches * 10
\set bid random(1, :nbranches)
\set aid random(1, 100000 * :scale)
\setrandom tid 1 :ntellers
\set delta random(-5000, 5000)
\set skewed random_zipfian(1, :ntellers, 1.2)
\set hashed hash(:aid)
\sleep 5 us
UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
\startpipeline
SELECT abalance FROM pgbench_accounts WHERE aid = :aid \gset
UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid;
\endpipeline
-- name: whole
BEGIN;
\set aid random(1, 10)
UPDATE pgbench_accounts SET abalance = :abalance WHERE aid = :aid;
\set aid random(:aid + 1, \
   20)
UPDATE pgbench_accounts SET abalance = :hashed WHERE aid = :aid;
\if :aid % 2 = 0
UPDATE pgbench_accounts SET bid = :bid WHERE aid = :skewed;
\endif
END;
\;
SELECT 1 \; SELECT 2;
DO $$ BEGIN UPDATE pgbench_accounts SET bid = 1; END $$;
-- name: nameless
DO LANGUAGE plpgsql 'BEGIN UPDATE pgbench_accounts SET bid = ''1''; END';
SELECT no_semicolon
