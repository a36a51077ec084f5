-- why: a transaction that waits for the first job's lock finds it deleted and takes the next one: the rows before it have all been re-read
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE job (id integer PRIMARY KEY, payload text NOT NULL);

CREATE FUNCTION take() RETURNS text
LANGUAGE sql AS $$
    DELETE FROM job WHERE id = (SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE) RETURNING payload;
$$;
