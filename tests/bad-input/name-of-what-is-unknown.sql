CREATE TABLE task (id bigint PRIMARY KEY, kind text, runs bigint NOT NULL);
-- name: start_due
BEGIN;
WITH due AS (
    SELECT task.id FROM task WHERE is_due(task.kind)
), started AS (
    UPDATE task SET runs = runs + 1 FROM due WHERE task.id = due.id RETURNING task.id
)
SELECT task.runs, started.id FROM task JOIN started ON task.id = started.id;
COMMIT;
-- name: run_once
BEGIN;
UPDATE task SET runs = runs + 1 WHERE id = $1;
COMMIT;
