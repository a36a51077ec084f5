-- level: postgresql/repeatable-read
-- never: safe
-- why: COMMENT has taken the snapshot before LOCK TABLE waits: both count without the other's row
CREATE TABLE enrolled (course integer NOT NULL, student integer NOT NULL, PRIMARY KEY (course, student));

-- name: enrol
BEGIN;
COMMENT ON TABLE enrolled IS 'who takes what';
LOCK TABLE enrolled IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO enrolled SELECT :course, :student WHERE (SELECT count(*) FROM enrolled WHERE course = :course) < 20;
COMMIT;
