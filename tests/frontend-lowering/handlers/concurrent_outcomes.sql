-- schema.sql has acc(id, bal, note), ord
CREATE FUNCTION one_row(p integer) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acc SET bal = 0 WHERE id = p;
    RETURN 'ok';
EXCEPTION WHEN OTHERS THEN RETURN 'no';
END $$;
CREATE FUNCTION two_rows(p integer) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM acc WHERE id = 1 FOR UPDATE;
    BEGIN
        UPDATE acc SET bal = 0 WHERE id = p;
        RETURN 'ok';
    EXCEPTION WHEN unique_violation THEN RETURN 'twice'; WHEN serialization_failure THEN RAISE; WHEN OTHERS THEN RETURN 'no';
    END;
END $$;
CREATE FUNCTION only_reads() RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT count(*) FROM acc);
EXCEPTION WHEN SQLSTATE '40000' OR query_canceled THEN RETURN -1;
END $$;
CREATE FUNCTION computes(p integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    RETURN 1 / p;
EXCEPTION WHEN OTHERS THEN RETURN 0;
END $$;
CREATE FUNCTION does_not_wait(p integer) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM acc WHERE id = p FOR UPDATE NOWAIT;
    RETURN 'ok';
EXCEPTION WHEN SQLSTATE '55000' THEN RETURN 'busy';
END $$;
CREATE FUNCTION says_another(p integer) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        UPDATE acc SET bal = 0 WHERE id = p;
    EXCEPTION WHEN serialization_failure THEN RAISE EXCEPTION 'lost';
    END;
    RETURN 'ok';
EXCEPTION WHEN raise_exception THEN RETURN 'lost';
END $$;
CREATE FUNCTION tries(p integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN pg_try_advisory_xact_lock(p);
END $$;
CREATE FUNCTION must_have(p integer) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_try_advisory_xact_lock(p) THEN RAISE EXCEPTION 'busy'; END IF;
    RETURN 'ok';
END $$;
CREATE FUNCTION tries_session(p integer) RETURNS boolean LANGUAGE sql AS $$ SELECT pg_try_advisory_lock(p) $$;
