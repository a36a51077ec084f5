-- level: postgresql/serializable
-- with: safe
-- without: unsafe
-- why: what comes back from having failed has not been in the way of a job that waits with the same key

CREATE TABLE job (id integer PRIMARY KEY, key text NOT NULL, status text NOT NULL);
CREATE UNIQUE INDEX ON job (key) WHERE status IN ('todo', 'doing');
CREATE FUNCTION defer(job integer, other integer, the_key text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    other_status text;
BEGIN
    SELECT status INTO other_status FROM job WHERE id = other;
    INSERT INTO job (id, key, status) VALUES (job, the_key, 'todo');
    RETURN other_status;
END $$;
CREATE PROCEDURE give_up(job integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE job SET status = 'dead' WHERE id = job AND status = 'failed';
END $$;
