-- why: the same with the choice in a WITH query, which is run once whatever the DELETE does with it
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE job (id integer PRIMARY KEY, payload text NOT NULL);

CREATE FUNCTION take() RETURNS text
LANGUAGE sql AS $$
    WITH first AS (SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE)
    DELETE FROM job USING first WHERE job.id = first.id RETURNING payload;
$$;
