-- level: postgresql/read-committed
-- with: unsafe
-- without: safe
-- why: after the writer the first query of the reader would divide by zero
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE reader(INOUT n integer, INOUT y integer) LANGUAGE plpgsql AS $$
BEGIN
    SELECT count(*) INTO n FROM t WHERE 10 / v > 1 AND v + 0 > 0;
    SELECT v INTO y FROM u WHERE id = 1;
END $$;
CREATE PROCEDURE writer(a integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO t VALUES (a, 0);
    UPDATE u SET v = 9 WHERE id = 1;
END $$;
