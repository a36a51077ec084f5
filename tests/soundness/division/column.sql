-- level: postgresql/read-committed
-- never: safe
-- why: an integer column's value as a numeric is divided as one, and 3 / 2 is 1.5 then

CREATE TABLE t (id integer PRIMARY KEY, v integer);
CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p(INOUT n integer, INOUT y integer) LANGUAGE plpgsql AS $$
BEGIN
    SELECT count(*) INTO n FROM t WHERE v::numeric / 2 = 1.5;
    SELECT v INTO y FROM u WHERE id = 1;
END $$;
CREATE PROCEDURE w(a integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO t VALUES (a, 3);
    UPDATE u SET v = 9 WHERE id = 1;
END $$;
