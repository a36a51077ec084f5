CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
PERFORM pg_advisory_xact_lock_shared(1, a);
PERFORM pg_advisory_xact_lock(hashtext('acc' || a));
IF pg_try_advisory_xact_lock(7) THEN
UPDATE acc SET bal = 0 WHERE id = a;
END IF;
PERFORM pg_advisory_xact_lock(id) FROM acc WHERE bal > 3;
PERFORM pg_advisory_xact_lock(5) FROM acc WHERE bal > 4;
PERFORM pg_advisory_lock(3);
PERFORM pg_advisory_unlock(3);
END;
$$;
