-- level: postgresql/repeatable-read
-- never: safe
-- why: 102 and 103 from the sequence are stored as 100
CREATE TABLE u (k int PRIMARY KEY, n int NOT NULL);
CREATE SEQUENCE s;
CREATE TABLE t (id numeric(5,-1) PRIMARY KEY DEFAULT nextval('s'), v int NOT NULL);
CREATE PROCEDURE add(x int) LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
    SELECT n INTO c FROM u WHERE k = 1;
    INSERT INTO t (v) VALUES (c);
END $$;
CREATE PROCEDURE remove(x int) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM t WHERE id = x;
    IF NOT FOUND THEN RAISE EXCEPTION 'no such row'; END IF;
    UPDATE u SET n = n + 1 WHERE k = 1;
END $$;
