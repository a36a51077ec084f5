-- level: postgresql/repeatable-read
-- never: safe
-- why: every row on the way up is read, not just the row that is looked for; two moves make a cycle
CREATE TABLE node (id integer PRIMARY KEY, up integer NOT NULL);
CREATE FUNCTION move(child integer, parent integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF child <> parent AND NOT EXISTS (
        WITH RECURSIVE above AS (
            SELECT id, up FROM node WHERE id = parent
            UNION
            SELECT n.id, n.up FROM node n JOIN above a ON n.id = a.up)
        SELECT 1 FROM above WHERE id = child) THEN
        UPDATE node SET up = parent WHERE id = child;
    END IF;
END $$;
