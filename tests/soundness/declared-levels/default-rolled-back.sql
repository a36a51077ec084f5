-- level: postgresql/read-committed
-- never: safe
-- why: ROLLBACK takes the session's default back with the transaction that has set it: the rest runs at read committed
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p(a integer, INOUT r bigint) LANGUAGE plpgsql AS $$
BEGIN
    SET default_transaction_isolation = 'serializable';
    ROLLBACK;
    SELECT count(*) INTO r FROM t WHERE v = 0;
    UPDATE t SET v = v + 1 WHERE id = a;
END $$;
