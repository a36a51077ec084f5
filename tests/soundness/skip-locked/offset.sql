-- level: postgresql/read-committed
-- never: safe
-- why: the row that OFFSET takes away must be there: deleting it makes room for no other row
CREATE TABLE job (id integer PRIMARY KEY, taken boolean NOT NULL);
CREATE TABLE spare (id integer PRIMARY KEY);
CREATE PROCEDURE take() LANGUAGE plpgsql AS $$
DECLARE v_id integer;
BEGIN
    PERFORM 1 FROM spare WHERE id = 1;
    IF FOUND THEN
        RETURN;
    END IF;
    SELECT id INTO v_id FROM job ORDER BY id LIMIT 1 OFFSET 1 FOR KEY SHARE SKIP LOCKED;
    UPDATE job SET taken = true WHERE id = v_id;
END $$;
CREATE PROCEDURE shrink(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM job WHERE id = p_id AND NOT taken;
    INSERT INTO spare VALUES (1);
END $$;
