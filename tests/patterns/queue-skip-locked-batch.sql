-- why: the same with several jobs at a time, and jobs that go once they are done
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE job (id bigint PRIMARY KEY, due timestamptz NOT NULL, payload text NOT NULL);

CREATE FUNCTION take(p_many integer) RETURNS SETOF text
LANGUAGE sql AS $$
    WITH next AS (SELECT id FROM job WHERE due <= now() ORDER BY due LIMIT p_many FOR UPDATE SKIP LOCKED)
    DELETE FROM job USING next WHERE job.id = next.id RETURNING payload;
$$;

CREATE PROCEDURE put(p_id bigint, p_due timestamptz, p_payload text)
LANGUAGE sql AS $$
    INSERT INTO job VALUES (p_id, p_due, p_payload);
$$;
