-- level: postgresql/read-committed
-- never: safe
-- why: a view calls the aggregate that had the name when it was created
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE o (id int PRIMARY KEY, v bigint NOT NULL);
CREATE FUNCTION st(a int, b int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN a + (SELECT v FROM t WHERE id = b); END $$;
CREATE AGGREGATE agg (int) (SFUNC = st, STYPE = int, INITCOND = '0');
CREATE VIEW w AS SELECT agg(id) AS x FROM o;
ALTER AGGREGATE agg(int) RENAME TO agg2;
CREATE AGGREGATE agg (int) (SFUNC = int4pl, STYPE = int, INITCOND = '0');
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ DECLARE y int; BEGIN SELECT x INTO y FROM w; UPDATE t SET v = y + 1 WHERE id = 1; END $$;
