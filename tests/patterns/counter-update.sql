-- why: one UPDATE that adds reads the version that it overwrites
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE counter (id integer PRIMARY KEY, n bigint NOT NULL);

CREATE PROCEDURE increment(p_id integer)
LANGUAGE sql AS $$
    UPDATE counter SET n = n + 1 WHERE id = p_id;
$$;
