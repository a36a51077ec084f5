CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE takes_all(a integer, INOUT r text) LANGUAGE plpgsql AS $$
BEGIN
    SELECT v INTO r FROM t WHERE id = a FOR UPDATE;
    BEGIN
        UPDATE t SET v = v + 1 WHERE id = a;
    EXCEPTION
        WHEN unique_violation THEN RAISE;
        WHEN OTHERS THEN r := 'conflict';
    END;
END $$;
CREATE PROCEDURE tries(a integer, INOUT r text) LANGUAGE plpgsql AS $$
BEGIN
    IF pg_try_advisory_xact_lock(a) THEN
        UPDATE t SET v = v + 1 WHERE id = a;
    ELSE
        r := 'busy';
    END IF;
END $$;
CREATE PROCEDURE must_have(a integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_try_advisory_xact_lock(a) THEN
        RAISE EXCEPTION 'busy';
    END IF;
    UPDATE t SET v = v + 1 WHERE id = a;
END $$;
CREATE PROCEDURE raises_again(a integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = v + 1 WHERE id = a;
EXCEPTION
    WHEN serialization_failure OR deadlock_detected THEN RAISE;
    WHEN OTHERS THEN NULL;
END $$;
