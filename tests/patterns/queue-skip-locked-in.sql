-- why: a worker takes the jobs that its subquery has locked; what another one holds, or what it does not fetch, is passed over
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE job (id integer PRIMARY KEY, state text NOT NULL, tries integer NOT NULL DEFAULT 0);

CREATE FUNCTION take(p_most integer) RETURNS SETOF job
LANGUAGE sql AS $$
    UPDATE job SET state = 'running', tries = tries + 1
    WHERE id IN (SELECT id FROM job WHERE state = 'queued' ORDER BY id LIMIT p_most FOR UPDATE SKIP LOCKED)
    RETURNING *;
$$;
