-- level: read-atomic
-- never: safe
-- why: EXECUTE runs what PREPARE named, here a lost update
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
PREPARE put AS UPDATE a SET v = $1 + 1 WHERE id = $2;
BEGIN;
SELECT v AS x FROM a WHERE id = 1 \gset
EXECUTE put(:x, 1);
COMMIT;
