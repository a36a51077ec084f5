-- level: postgresql/serializable
-- never: safe
-- why: the default that p sets for its session is the level after its COMMIT
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p(INOUT x integer, INOUT y integer) LANGUAGE plpgsql AS $$
BEGIN
    SET default_transaction_isolation = 'read committed';
    COMMIT;
    SELECT v INTO x FROM t WHERE id = 1;
    SELECT v INTO y FROM u WHERE id = 1;
END $$;
CREATE PROCEDURE w(n integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = n WHERE id = 1;
    UPDATE u SET v = n WHERE id = 1;
END $$;
