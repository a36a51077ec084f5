-- why: row security hides rows from a user, which does not matter to a single UPDATE that adds
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE counter (id integer PRIMARY KEY, owner text NOT NULL, n bigint NOT NULL);
CREATE POLICY own ON counter USING (owner = current_user);
ALTER TABLE counter ENABLE ROW LEVEL SECURITY;

CREATE PROCEDURE increment(p_id integer)
LANGUAGE sql AS $$
    UPDATE counter SET n = n + 1 WHERE id = p_id;
$$;
