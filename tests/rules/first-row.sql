-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: the row that is changed is the one whose key was read, and that was locked with it
CREATE TABLE job (id integer PRIMARY KEY, priority integer NOT NULL, tries integer NOT NULL);
CREATE PROCEDURE try() LANGUAGE plpgsql AS $$
DECLARE v_id integer; v_tries integer;
BEGIN
    SELECT id, tries INTO v_id, v_tries FROM job ORDER BY priority, id LIMIT 1 FOR UPDATE SKIP LOCKED;
    UPDATE job SET tries = v_tries * 2 WHERE id = v_id;
END $$;
