CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
-- The attempt has given its lock back before the same row is locked again.
CREATE PROCEDURE tries(a integer) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        UPDATE t SET v = v + 1 WHERE id = a;
    EXCEPTION WHEN serialization_failure THEN
        UPDATE t SET v = 0 WHERE id = a;
    END;
END $$;
-- Two share the lock, and each waits for the other to change the row.
CREATE PROCEDURE shares(a integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM v FROM t WHERE id = a FOR SHARE;
    UPDATE t SET v = v + 1 WHERE id = a;
END $$;
