-- level: read-atomic
-- never: safe
-- why: :id is a variable, whatever columns there are: a variable that is spelled as a column would compare that with itself
CREATE TABLE a(_id int PRIMARY KEY, v int NOT NULL, other int);
BEGIN;
SELECT v FROM a WHERE _id = :id \gset
UPDATE a SET v = :v + 1 WHERE _id = :id;
COMMIT;
