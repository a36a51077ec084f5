-- name: makes
BEGIN;
CREATE TABLE rich AS SELECT id, bal FROM acc WHERE bal > 100;
SELECT msg INTO said FROM log;
CREATE TABLE none AS SELECT price FROM line WITH NO DATA;
SHOW work_mem;
UPDATE rich SET bal = 0 WHERE id = 1;
COMMIT;
CREATE FUNCTION unseen(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN CREATE TABLE made AS SELECT owner FROM acc WHERE id = a; END; $$;
