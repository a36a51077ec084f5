-- level: postgresql/read-committed
-- never: safe
-- why: no other row has both values only after o has become 9, so that the writer came before; and it came after the read of u
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL, o int NOT NULL, UNIQUE (v, o));
CREATE PROCEDURE p(INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(1);
    SELECT v INTO y FROM u WHERE id = 1;
    UPDATE t SET v = 5 WHERE id = 1;
END $$;
CREATE PROCEDURE w() LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET o = 9 WHERE id = 1;
    UPDATE u SET v = 9 WHERE id = 1;
END $$;
