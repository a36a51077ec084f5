-- why: SKIP LOCKED keeps two workers off one job, not off the number of jobs that may run: both count before either commits
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: safe
CREATE TABLE job (id integer PRIMARY KEY, status text NOT NULL);

CREATE FUNCTION take() RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    v_running bigint;
    v_id      integer;
BEGIN
    SELECT count(*) INTO v_running FROM job WHERE status = 'running';
    IF v_running >= 2 THEN
        RETURN NULL;
    END IF;
    SELECT id INTO v_id FROM job WHERE status = 'new' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED;
    UPDATE job SET status = 'running' WHERE id = v_id;
    RETURN v_id;
END;
$$;
