-- level: read-atomic
-- never: safe
-- why: what comes after ROLLBACK TO is not undone
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
BEGIN;
SELECT v AS had FROM a WHERE id = 1 \gset
SAVEPOINT s;
DELETE FROM a;
ROLLBACK TO s;
UPDATE a SET v = :had + 1 WHERE id = 1;
COMMIT;
