CREATE TABLE duty (doctor int PRIMARY KEY, on_call boolean NOT NULL);
CREATE TABLE log (id int PRIMARY KEY, n int NOT NULL);

CREATE FUNCTION leave(p_me int, p_other int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT on_call FROM duty WHERE doctor = p_other) THEN
        UPDATE duty SET on_call = false WHERE doctor = p_me;
    END IF;
END;
$$;

CREATE FUNCTION write_log(p_id int) RETURNS void LANGUAGE sql AS $$
    UPDATE log SET n = n + 1 WHERE id = p_id;
$$;
