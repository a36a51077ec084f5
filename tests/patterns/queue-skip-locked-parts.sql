-- why: the same with a part of WITH for each step, the last of which may be run as far as its rows are asked for
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE job (id integer PRIMARY KEY, state text NOT NULL, due timestamptz NOT NULL, worker text);

CREATE FUNCTION take(p_most integer, p_worker text) RETURNS SETOF job
LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY
    WITH picked AS (
        SELECT job.id FROM job WHERE job.state = 'queued' AND job.due <= now()
        ORDER BY job.due, job.id LIMIT p_most FOR UPDATE SKIP LOCKED
    ), taken AS (
        UPDATE job SET state = 'running', worker = p_worker WHERE job.id IN (SELECT id FROM picked) RETURNING job.*
    )
    SELECT * FROM taken;
END $$;
