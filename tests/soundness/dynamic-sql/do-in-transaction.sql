-- level: read-atomic
-- never: safe
-- why: what a DO in a transaction runs is in no tree of that: it may be anything
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
BEGIN;
DO $$ DECLARE x int; BEGIN SELECT v INTO x FROM a WHERE id = 1; UPDATE a SET v = x + 1 WHERE id = 1; END $$;
COMMIT;
