-- level: postgresql/repeatable-read
-- never: safe
-- why: the sequence is restarted: add inserts the key that remove has freed
CREATE TABLE u (k int PRIMARY KEY, n int NOT NULL);
CREATE TABLE t (id serial PRIMARY KEY, v int NOT NULL);
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
CREATE PROCEDURE again() LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'ALTER SEQUENCE t_id_seq RESTART'; END $$;
