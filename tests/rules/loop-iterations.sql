-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: each iteration reads and writes its own row

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE even_odd(n integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    FOR i IN 1 .. 10 LOOP
        SELECT a INTO v FROM t WHERE id = i;
        UPDATE t SET a = v + 1 WHERE id = i;
    END LOOP;
    UPDATE t SET b = n WHERE id = 20;
END $$;
