-- level: postgresql/repeatable-read
-- never: safe
-- why: the other one, of ROW SHARE, excludes no transaction that only counts and inserts
CREATE TABLE enrolled (course integer NOT NULL, student integer NOT NULL, PRIMARY KEY (course, student));

-- name: enrol
BEGIN;

LOCK TABLE enrolled IN ROW SHARE MODE;
INSERT INTO enrolled SELECT :course, :student WHERE (SELECT count(*) FROM enrolled WHERE course = :course) < 20;
COMMIT;
