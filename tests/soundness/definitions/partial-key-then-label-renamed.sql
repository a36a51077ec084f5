-- level: postgresql/repeatable-read
-- never: safe
-- why: the same for the condition of a unique index, which then holds for other rows
CREATE TYPE e AS ENUM ('a', 'c');
CREATE TABLE t (id int PRIMARY KEY, st e NOT NULL, k int NOT NULL);
CREATE UNIQUE INDEX ON t (k) WHERE st = 'a';
ALTER TYPE e RENAME VALUE 'a' TO 'b';
ALTER TYPE e ADD VALUE 'a';
CREATE FUNCTION p(n int) RETURNS bigint LANGUAGE plpgsql AS $$ DECLARE x bigint; BEGIN
 SELECT count(*) INTO x FROM t WHERE k = 1 AND st = 'a'; IF x = 0 THEN INSERT INTO t VALUES (n, 'a', 1); END IF; RETURN x; END $$;
