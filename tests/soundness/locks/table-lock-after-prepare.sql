-- level: postgresql/repeatable-read
-- never: safe
-- why: PREPARE has taken the snapshot before LOCK TABLE waits: both count without the other's row
CREATE TABLE enrolled (course integer NOT NULL, student integer NOT NULL, PRIMARY KEY (course, student));

-- name: enrol
BEGIN;
PREPARE places(integer) AS SELECT count(*) FROM enrolled WHERE course = $1;
LOCK TABLE enrolled IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO enrolled SELECT :course, :student WHERE (SELECT count(*) FROM enrolled WHERE course = :course) < 20;
COMMIT;
