-- why: the check of a foreign key reads what is committed, at every level: a parent goes whose children were counted, and
-- why: were deleted unseen; SSI does not see that read, so that serializable lets it pass (measured)
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: unsafe
CREATE TABLE parent (id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE child (id integer PRIMARY KEY, parent integer NOT NULL REFERENCES parent);

CREATE FUNCTION delete_parent(p_id integer) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    v_count bigint;
BEGIN
    SELECT count(*) INTO v_count FROM child WHERE parent = p_id;
    DELETE FROM parent WHERE id = p_id;
    RETURN v_count;
END;
$$;

CREATE PROCEDURE delete_child(p_id integer)
LANGUAGE sql AS $$
    DELETE FROM child WHERE id = p_id;
$$;
