-- T2 = copy_once(2), at read committed; see 66483baafad0559c.setup.sql
\set ON_ERROR_STOP off
\set AUTOCOMMIT on
\set QUIET off
\set alive true
SET search_path = isoproof_replay;

-- Step 4
\if :alive
CALL isoproof_wait(4);
\if :ERROR
ROLLBACK;
\quit
\endif
\echo 'step 4 T2: BEGIN'
BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
SELECT 1 \g /dev/null
\if :ERROR
\echo 'T2 ends here'
ROLLBACK;
\set alive false
\endif
SELECT setval('isoproof_replay.isoproof_turn', 5) \g /dev/null
\else
CALL isoproof_wait(4);
\if :ERROR
ROLLBACK;
\quit
\endif
SELECT setval('isoproof_replay.isoproof_turn', 5) \g /dev/null
\endif

-- Step 5
\if :alive
CALL isoproof_wait(5);
\if :ERROR
ROLLBACK;
\quit
\endif
\echo 'step 5 T2: SAVEPOINT block1'
SAVEPOINT block1;
\if :ERROR
\echo 'T2 ends here'
ROLLBACK;
\set alive false
\endif
SELECT setval('isoproof_replay.isoproof_turn', 6) \g /dev/null
\else
CALL isoproof_wait(5);
\if :ERROR
ROLLBACK;
\quit
\endif
SELECT setval('isoproof_replay.isoproof_turn', 6) \g /dev/null
\endif

-- Step 6, undone.sql:61. Predicted: error 23505. Waits for a lock
\if :alive
CALL isoproof_wait(6);
\if :ERROR
ROLLBACK;
\quit
\endif
SELECT setval('isoproof_replay.isoproof_turn', 7) \g /dev/null
\echo 'step 6 T2: INSERT INTO entry SELECT 1, v FROM acc WHERE id = 2   -- predicted: error 23505'
INSERT INTO entry SELECT 1, v FROM acc WHERE id = 2;
\else
CALL isoproof_wait(6);
\if :ERROR
ROLLBACK;
\quit
\endif
SELECT setval('isoproof_replay.isoproof_turn', 7) \g /dev/null
\endif

-- Step 8
\if :alive
\echo 'step 8 T2: ROLLBACK TO SAVEPOINT block1'
ROLLBACK TO SAVEPOINT block1;
\if :ERROR
\echo 'T2 ends here'
ROLLBACK;
\set alive false
\endif
SELECT setval('isoproof_replay.isoproof_turn', 7) \g /dev/null
CALL isoproof_wait(8);
\if :ERROR
ROLLBACK;
\quit
\endif
DO $$ BEGIN PERFORM pg_sleep(0.3); END $$;
SELECT setval('isoproof_replay.isoproof_turn', 9) \g /dev/null
\else
CALL isoproof_wait(8);
\if :ERROR
ROLLBACK;
\quit
\endif
DO $$ BEGIN PERFORM pg_sleep(0.3); END $$;
SELECT setval('isoproof_replay.isoproof_turn', 9) \g /dev/null
\endif

-- Step 9, undone.sql:64. Predicted: 1 row changed
\if :alive
CALL isoproof_wait(9);
\if :ERROR
ROLLBACK;
\quit
\endif
DO $$ BEGIN PERFORM pg_sleep(0.3); END $$;
\echo 'step 9 T2: UPDATE acc SET v = 1 WHERE id = 2   -- predicted: 1 row changed'
UPDATE acc SET v = 1 WHERE id = 2;
\if :ERROR
\echo 'T2 ends here'
ROLLBACK;
\set alive false
\endif
SELECT setval('isoproof_replay.isoproof_turn', 10) \g /dev/null
\else
CALL isoproof_wait(9);
\if :ERROR
ROLLBACK;
\quit
\endif
DO $$ BEGIN PERFORM pg_sleep(0.3); END $$;
SELECT setval('isoproof_replay.isoproof_turn', 10) \g /dev/null
\endif

-- Step 10
\if :alive
CALL isoproof_wait(10);
\if :ERROR
ROLLBACK;
\quit
\endif
DO $$ BEGIN PERFORM pg_sleep(0.3); END $$;
\echo 'step 10 T2: COMMIT'
COMMIT;
\if :ERROR
\echo 'T2 ends here'
ROLLBACK;
\set alive false
\endif
SELECT setval('isoproof_replay.isoproof_turn', 11) \g /dev/null
\else
CALL isoproof_wait(10);
\if :ERROR
ROLLBACK;
\quit
\endif
DO $$ BEGIN PERFORM pg_sleep(0.3); END $$;
SELECT setval('isoproof_replay.isoproof_turn', 11) \g /dev/null
\endif

