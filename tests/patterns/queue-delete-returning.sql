-- why: a job is taken by the one whose DELETE gets its row
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE job (id integer PRIMARY KEY, payload text NOT NULL);

CREATE FUNCTION take(p_id integer) RETURNS text
LANGUAGE sql AS $$
    DELETE FROM job WHERE id = p_id RETURNING payload;
$$;
