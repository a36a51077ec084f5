-- level: postgresql/read-committed
-- never: safe
-- why: the index lets v be so large only after o has become -1, so that the writer came before; and it came after the read of u
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL, o int NOT NULL);
CREATE INDEX sums ON t ((v + o));
CREATE PROCEDURE p(INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(1);
    SELECT v INTO y FROM u WHERE id = 1;
    UPDATE t SET v = 2147483647 WHERE id = 1;
END $$;
CREATE PROCEDURE w() LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET o = -1 WHERE id = 1;
    UPDATE u SET v = 9 WHERE id = 1;
END $$;
