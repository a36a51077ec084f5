-- level: postgresql/read-committed
-- never: safe
-- why: the foreign key lets v be 2 only after o has become NULL, so that the writer came before; and it came after the read of u
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE pa (a int, b int, PRIMARY KEY (a, b));
CREATE TABLE t (id int PRIMARY KEY, v int, o int, FOREIGN KEY (v, o) REFERENCES pa);
CREATE PROCEDURE p(INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(1);
    SELECT v INTO y FROM u WHERE id = 1;
    UPDATE t SET v = 2 WHERE id = 1;
END $$;
CREATE PROCEDURE w() LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET o = NULL WHERE id = 1;
    UPDATE u SET v = 9 WHERE id = 1;
END $$;
