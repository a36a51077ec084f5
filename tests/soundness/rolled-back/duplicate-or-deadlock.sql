-- level: postgresql/read-committed
-- never: safe
-- why: a duplicate does not come at any moment: the row is there that came with the change of the first one
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE looks(INOUT r int) LANGUAGE plpgsql AS $$
BEGIN
    SELECT v INTO r FROM t WHERE id = 1;
    INSERT INTO u VALUES (2, 0);
    RAISE EXCEPTION 'it is not there';
EXCEPTION
    WHEN unique_violation OR deadlock_detected THEN
        ROLLBACK;
END $$;
CREATE PROCEDURE moves() LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = v + 1 WHERE id = 1;
    INSERT INTO u VALUES (2, 0);
END $$;
