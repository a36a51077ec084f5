-- level: postgresql/serializable
-- never: safe
-- why: at the head of a loop that COMMIT leads back to
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p(INOUT x integer, INOUT y integer) LANGUAGE plpgsql AS $$
BEGIN
    COMMIT;
    LOOP
        SET LOCAL transaction_isolation = 'read committed';
        SELECT v INTO x FROM t WHERE id = 1;
        SELECT v INTO y FROM u WHERE id = 1;
        COMMIT;
    END LOOP;
END $$;
CREATE PROCEDURE w(n integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = n WHERE id = 1;
    UPDATE u SET v = n WHERE id = 1;
END $$;
