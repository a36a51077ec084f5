-- why: an optimistic check of a version: at read committed it fails where it would not after any serial execution
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE document (id integer PRIMARY KEY, version integer NOT NULL, body text NOT NULL);

CREATE FUNCTION edit(p_id integer, p_body text) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    v_version integer;
BEGIN
    SELECT version INTO v_version FROM document WHERE id = p_id;
    UPDATE document SET body = p_body, version = v_version + 1 WHERE id = p_id AND version = v_version;
    RETURN FOUND;
END;
$$;
