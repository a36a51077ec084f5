CREATE TABLE document (id integer PRIMARY KEY, version uuid NOT NULL, body text NOT NULL, saved integer NOT NULL);

-- A version that is drawn never comes again, nor was it there before.
CREATE PROCEDURE save(p_id integer, p_body text) LANGUAGE plpgsql AS $$
DECLARE
    v_version uuid;
BEGIN
    SELECT version INTO v_version FROM document WHERE id = p_id;
    UPDATE document SET version = gen_random_uuid(), body = p_body WHERE id = p_id AND version = v_version;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'document % was saved meanwhile', p_id;
    END IF;
END $$;

-- It waits for save, and computes its row again: nothing shows how often it draws.
CREATE PROCEDURE touch(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE document SET version = gen_random_uuid(), saved = saved + 1 WHERE id = p_id;
END $$;
