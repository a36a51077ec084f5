-- why: a lock of the whole table, too; and LOCK TABLE as the first statement takes no snapshot, so repeatable read is fine
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE enrolled (course integer NOT NULL, student integer NOT NULL, PRIMARY KEY (course, student));

-- name: enrol
BEGIN;
LOCK TABLE enrolled IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO enrolled SELECT :course, :student WHERE (SELECT count(*) FROM enrolled WHERE course = :course) < 20;
COMMIT;
