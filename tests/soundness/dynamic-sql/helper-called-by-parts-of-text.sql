-- level: postgresql/read-committed
-- never: safe
-- why: the text of another EXECUTE calls the helper, and is put together from parts of its name
CREATE TABLE a (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE put(t text, n int) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('UPDATE %I SET v = $1 WHERE id = 1', t) USING n;
END $$;

CREATE FUNCTION look(OUT x int, OUT y int) LANGUAGE plpgsql AS $$
BEGIN
    SELECT v INTO x FROM b WHERE id = 1;
    SELECT v INTO y FROM b WHERE id = 1;
END $$;
CREATE PROCEDURE put_a(n int) LANGUAGE plpgsql AS $$
BEGIN
    CALL put('a', n);
END $$;
CREATE PROCEDURE put_b(n int) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'CALL pu' || 't(''b'', $1)' USING n;
END $$;