-- why: a deferred foreign key is checked on a snapshot of its own at READ COMMITTED, so that the parent may have come after it was looked for
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE parent (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE child (id integer PRIMARY KEY, parent integer NOT NULL REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
CREATE FUNCTION add_child(p_id integer, p_parent integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO child VALUES (p_id, p_parent);
    RETURN (SELECT n FROM parent WHERE id = p_parent);
END $$;
CREATE PROCEDURE add_parent(p_id integer) LANGUAGE sql AS $$
    INSERT INTO parent VALUES (p_id, 1);
$$;
