-- level: postgresql/read-committed
-- never: safe
-- why: session_replication_role switches the foreign key off: one finds the parent, the other no child, and both go on
CREATE TABLE parent (id integer PRIMARY KEY);
CREATE TABLE child (id integer PRIMARY KEY, parent integer NOT NULL REFERENCES parent);

CREATE PROCEDURE remove_parent(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    SET LOCAL session_replication_role = replica;
    IF EXISTS (SELECT 1 FROM child WHERE parent = p_id) THEN
        RAISE EXCEPTION 'it has children';
    END IF;
    DELETE FROM parent WHERE id = p_id;
END $$;

CREATE PROCEDURE add_child(p_id integer, p_parent integer) LANGUAGE plpgsql AS $$
BEGIN
    SET LOCAL session_replication_role = replica;
    IF NOT EXISTS (SELECT 1 FROM parent WHERE id = p_parent) THEN
        RAISE EXCEPTION 'no parent';
    END IF;
    INSERT INTO child VALUES (p_id, p_parent);
END $$;
