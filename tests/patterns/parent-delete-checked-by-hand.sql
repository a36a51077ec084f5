-- why: the application's own checks of parent and children miss each other
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: safe
CREATE TABLE parent (id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE child (id integer PRIMARY KEY, parent integer NOT NULL);

CREATE PROCEDURE add_child(p_id integer, p_parent integer)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM parent WHERE id = p_parent;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no parent %', p_parent;
    END IF;
    INSERT INTO child VALUES (p_id, p_parent);
END;
$$;

CREATE PROCEDURE delete_parent(p_id integer)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM child WHERE parent = p_id;
    IF FOUND THEN
        RAISE EXCEPTION 'parent % has children', p_id;
    END IF;
    DELETE FROM parent WHERE id = p_id;
END;
$$;
