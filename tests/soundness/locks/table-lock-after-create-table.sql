-- level: postgresql/repeatable-read
-- never: safe
-- why: CREATE TABLE has taken the snapshot before LOCK TABLE waits: both count without the other's row
CREATE TABLE enrolled (course integer NOT NULL, student integer NOT NULL, PRIMARY KEY (course, student));

-- name: enrol
BEGIN;
CREATE TABLE IF NOT EXISTS enrolled_before (course integer, student integer);
LOCK TABLE enrolled IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO enrolled SELECT :course, :student WHERE (SELECT count(*) FROM enrolled WHERE course = :course) < 20;
COMMIT;
