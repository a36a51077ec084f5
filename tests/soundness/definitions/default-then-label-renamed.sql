-- level: postgresql/repeatable-read
-- never: safe
-- why: a default of an enum's value keeps the value when it gets another name
CREATE TYPE e AS ENUM ('a', 'c');
CREATE TABLE t (id int PRIMARY KEY, st e NOT NULL DEFAULT 'a');
CREATE TABLE o (id int PRIMARY KEY, v bigint NOT NULL);
ALTER TYPE e RENAME VALUE 'a' TO 'b';
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ DECLARE n bigint; BEGIN
 SELECT count(*) INTO n FROM t WHERE st = 'b'; UPDATE o SET v = n WHERE id = 1; END $$;
CREATE FUNCTION s(k int) RETURNS bigint LANGUAGE plpgsql AS $$ DECLARE x bigint; BEGIN
 SELECT v INTO x FROM o WHERE id = 1; INSERT INTO t (id) VALUES (k); RETURN x; END $$;
