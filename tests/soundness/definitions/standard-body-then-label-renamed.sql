-- level: postgresql/repeatable-read
-- never: safe
-- why: the same in a body in the form of the SQL standard
CREATE TYPE e AS ENUM ('a', 'c');
CREATE TABLE t (id int PRIMARY KEY, st e NOT NULL);
CREATE TABLE o (id int PRIMARY KEY, v bigint NOT NULL);
CREATE FUNCTION shown() RETURNS bigint LANGUAGE sql STABLE RETURN (SELECT count(*) FROM t WHERE st = 'a');
ALTER TYPE e RENAME VALUE 'a' TO 'b';
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ DECLARE n bigint; BEGIN
 n := shown(); UPDATE o SET v = n WHERE id = 1; END $$;
CREATE FUNCTION s(k int) RETURNS bigint LANGUAGE plpgsql AS $$ DECLARE x bigint; BEGIN
 SELECT v INTO x FROM o WHERE id = 1; INSERT INTO t (id, st) VALUES (k, 'b'); RETURN x; END $$;
