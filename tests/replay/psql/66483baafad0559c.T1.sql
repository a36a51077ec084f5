-- T1 = copy_once(2), at read committed; see 66483baafad0559c.setup.sql
\set ON_ERROR_STOP off
\set AUTOCOMMIT on
\set QUIET off
\set alive true
SET search_path = isoproof_replay;

-- Step 1
\if :alive
CALL isoproof_wait(1);
\if :ERROR
ROLLBACK;
\quit
\endif
\echo 'step 1 T1: BEGIN'
BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
SELECT 1 \g /dev/null
\if :ERROR
\echo 'T1 ends here'
ROLLBACK;
\set alive false
\endif
SELECT setval('isoproof_replay.isoproof_turn', 2) \g /dev/null
\else
CALL isoproof_wait(1);
\if :ERROR
ROLLBACK;
\quit
\endif
SELECT setval('isoproof_replay.isoproof_turn', 2) \g /dev/null
\endif

-- Step 2, undone.sql:61. Predicted: 1 row changed
\if :alive
CALL isoproof_wait(2);
\if :ERROR
ROLLBACK;
\quit
\endif
\echo 'step 2 T1: INSERT INTO entry SELECT 1, v FROM acc WHERE id = 2   -- predicted: 1 row changed'
INSERT INTO entry SELECT 1, v FROM acc WHERE id = 2;
\if :ERROR
\echo 'T1 ends here'
ROLLBACK;
\set alive false
\endif
SELECT setval('isoproof_replay.isoproof_turn', 3) \g /dev/null
\else
CALL isoproof_wait(2);
\if :ERROR
ROLLBACK;
\quit
\endif
SELECT setval('isoproof_replay.isoproof_turn', 3) \g /dev/null
\endif

-- Step 3, undone.sql:62. Predicted: 1 row changed
\if :alive
CALL isoproof_wait(3);
\if :ERROR
ROLLBACK;
\quit
\endif
\echo 'step 3 T1: UPDATE acc SET v = 0 WHERE id = 2   -- predicted: 1 row changed'
UPDATE acc SET v = 0 WHERE id = 2;
\if :ERROR
\echo 'T1 ends here'
ROLLBACK;
\set alive false
\endif
SELECT setval('isoproof_replay.isoproof_turn', 4) \g /dev/null
\else
CALL isoproof_wait(3);
\if :ERROR
ROLLBACK;
\quit
\endif
SELECT setval('isoproof_replay.isoproof_turn', 4) \g /dev/null
\endif

-- Step 7
\if :alive
CALL isoproof_wait(7);
\if :ERROR
ROLLBACK;
\quit
\endif
DO $$ BEGIN PERFORM pg_sleep(0.3); END $$;
\echo 'step 7 T1: COMMIT'
COMMIT;
\if :ERROR
\echo 'T1 ends here'
ROLLBACK;
\set alive false
\endif
SELECT setval('isoproof_replay.isoproof_turn', 8) \g /dev/null
\else
CALL isoproof_wait(7);
\if :ERROR
ROLLBACK;
\quit
\endif
DO $$ BEGIN PERFORM pg_sleep(0.3); END $$;
SELECT setval('isoproof_replay.isoproof_turn', 8) \g /dev/null
\endif

