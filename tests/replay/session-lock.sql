CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
-- The lock is the session's: it is held over both transactions.
CREATE PROCEDURE held(a integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    PERFORM pg_advisory_lock(1);
    COMMIT;
    SELECT v INTO q FROM u WHERE id = 1;
    UPDATE u SET v = q + a WHERE id = 1;
    COMMIT;
    PERFORM pg_advisory_unlock(1);
END $$;
-- It is given back before the transaction ends.
CREATE PROCEDURE early(a integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    PERFORM pg_advisory_lock(1);
    SELECT v INTO q FROM u WHERE id = 1;
    UPDATE u SET v = q + a WHERE id = 1;
    PERFORM pg_advisory_unlock(1);
END $$;
-- Given back too soon.
CREATE PROCEDURE soon(a integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    PERFORM pg_advisory_lock(a);
    SELECT v INTO q FROM u WHERE id = 1;
    PERFORM pg_advisory_unlock(a);
    UPDATE u SET v = q + a WHERE id = 1;
END $$;
-- Others that read share it.
CREATE PROCEDURE shared(a integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    PERFORM pg_advisory_lock_shared(1);
    COMMIT;
    SELECT v INTO q FROM u WHERE id = 1;
    UPDATE u SET v = q + a WHERE id = 1;
    COMMIT;
    PERFORM pg_advisory_unlock_shared(1);
END $$;
