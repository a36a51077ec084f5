-- level: postgresql/serializable
-- never: safe
-- why: set_config sets the default of the session, too
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p(INOUT x integer, INOUT y integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('default_transaction_isolation', 'read uncommitted', false);
    COMMIT;
    SELECT v INTO x FROM t WHERE id = 1;
    SELECT v INTO y FROM u WHERE id = 1;
END $$;
CREATE PROCEDURE w(n integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = n WHERE id = 1;
    UPDATE u SET v = n WHERE id = 1;
END $$;
