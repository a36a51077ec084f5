-- level: read-atomic
-- never: safe
-- why: :ids may be more than one value: two transactions that delete rows of theirs can each see the other's
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
BEGIN;
SELECT sum(v) AS total FROM a WHERE id IN (:ids) \gset
UPDATE a SET v = :total WHERE id = :id;
COMMIT;
