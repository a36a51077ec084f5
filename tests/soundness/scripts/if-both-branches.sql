-- level: read-atomic
-- never: safe
-- why: the condition of \if is not known: the way that loses updates may be taken, and \set within the other does not reach it
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
\set by 0
BEGIN;
SELECT v AS had FROM a WHERE id = 1 \gset
\if :careful
\set by 1
\else
UPDATE a SET v = :had + 1 WHERE id = 1;
\endif
COMMIT;
