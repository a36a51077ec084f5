-- why: SKIP LOCKED gives each worker a job of its own; what it passes over it has not read
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE job (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    priority integer NOT NULL DEFAULT 0,
    status   text NOT NULL DEFAULT 'new',
    worker   text,
    payload  text NOT NULL
);

CREATE PROCEDURE put(p_payload text, p_priority integer)
LANGUAGE sql AS $$
    INSERT INTO job (payload, priority) VALUES (p_payload, p_priority);
$$;

CREATE FUNCTION take(p_worker text) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    v_id bigint;
BEGIN
    SELECT id INTO v_id FROM job WHERE status = 'new' ORDER BY priority, id LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    UPDATE job SET status = 'running', worker = p_worker WHERE id = v_id;
    RETURN v_id;
END;
$$;

CREATE PROCEDURE finish(p_id bigint)
LANGUAGE sql AS $$
    UPDATE job SET status = 'done' WHERE id = p_id AND status = 'running';
$$;
