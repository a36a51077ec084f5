-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: the row whose key was read has the priority that was asked for, which the other program's rows have not
CREATE TABLE job (id integer PRIMARY KEY, priority integer NOT NULL, tries integer NOT NULL);
CREATE FUNCTION grown() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE v_id integer; v_before integer; v_after integer;
BEGIN
    SELECT id INTO v_id FROM job WHERE priority = 0 LIMIT 1;
    SELECT tries INTO v_before FROM job WHERE id = v_id;
    SELECT tries INTO v_after FROM job WHERE id = v_id;
    RETURN v_after - v_before;
END $$;
CREATE PROCEDURE try(p_id integer) LANGUAGE sql AS $$
    UPDATE job SET tries = tries + 1 WHERE id = p_id AND priority = 1;
$$;
