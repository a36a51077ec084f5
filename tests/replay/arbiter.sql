-- ON CONFLICT of a unique index on part of the rows.
CREATE TABLE job (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text, kind text NOT NULL, done boolean NOT NULL DEFAULT false, tries int NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX job_key ON job (key) WHERE NOT done;
CREATE TABLE log (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int);
-- name: push
BEGIN;
INSERT INTO job (key, kind) VALUES ($1, 'a') ON CONFLICT (key) WHERE NOT done DO UPDATE SET tries = job.tries + 1 RETURNING tries;
COMMIT;
-- name: count
BEGIN;
INSERT INTO log (n) SELECT count(*) FROM job WHERE key = $1 AND tries = 0;
COMMIT;
-- name: finish
BEGIN;
UPDATE job SET done = true WHERE key = $1 AND NOT done;
COMMIT;
-- name: reads_then_push
BEGIN;
-- params: key
SELECT tries FROM job WHERE key = $1 AND NOT done;
\gset
-- params: key
INSERT INTO job (key, kind, tries) VALUES ($1, 'a', :tries + 1) ON CONFLICT (key) WHERE NOT done DO UPDATE SET tries = EXCLUDED.tries;
COMMIT;
