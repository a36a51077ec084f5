-- level: postgresql/serializable
-- never: safe
-- why: TRUNCATE gives a table another file, which functions show at once: the second look finds it, though the SELECT after it
--   finds u as it was
CREATE TABLE t (id int PRIMARY KEY);
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(INOUT same boolean, INOUT y int) LANGUAGE plpgsql AS $$
DECLARE
    file oid := pg_relation_filenode('t');
BEGIN
    PERFORM 1 FROM u;
    same := file = pg_relation_filenode('t');
    SELECT v INTO y FROM u WHERE id = 1;
END $$;
CREATE PROCEDURE w() LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE t;
    UPDATE u SET v = 9 WHERE id = 1;
END $$;
