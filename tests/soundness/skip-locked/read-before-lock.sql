-- level: postgresql/read-committed
-- never: safe
-- why: what was read before the lock, without one, is not kept by it
CREATE TABLE job (id integer PRIMARY KEY, tries integer NOT NULL);
CREATE PROCEDURE try() LANGUAGE plpgsql AS $$
DECLARE v_id integer; v_tries integer;
BEGIN
    SELECT id, tries INTO v_id, v_tries FROM job ORDER BY tries, id LIMIT 1;
    PERFORM 1 FROM job WHERE id = v_id FOR UPDATE SKIP LOCKED;
    UPDATE job SET tries = v_tries + 1 WHERE id = v_id;
END $$;
