-- why: a deferred foreign key is checked at COMMIT, with the same locks and looks at what is committed by then
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE parent (id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE child (id integer PRIMARY KEY, parent integer NOT NULL REFERENCES parent DEFERRABLE INITIALLY DEFERRED);

CREATE PROCEDURE add_child(p_id integer, p_parent integer)
LANGUAGE sql AS $$
    INSERT INTO child VALUES (p_id, p_parent);
$$;

CREATE PROCEDURE delete_parent(p_id integer)
LANGUAGE sql AS $$
    DELETE FROM parent WHERE id = p_id;
$$;
