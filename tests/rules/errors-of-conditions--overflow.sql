-- level: postgresql/read-committed
-- with: unsafe
-- without: safe
-- why: a row whose value cannot be increased any more raises an error, whatever the condition says of the sum
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE reader(INOUT n integer, INOUT y integer) LANGUAGE plpgsql AS $$
BEGIN
    SELECT count(*) INTO n FROM t WHERE v + 1000 < 0;
    SELECT v INTO y FROM u WHERE id = 1;
END $$;
CREATE PROCEDURE writer(a integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO t VALUES (a, 2147483647);
    UPDATE u SET v = 9 WHERE id = 1;
END $$;
