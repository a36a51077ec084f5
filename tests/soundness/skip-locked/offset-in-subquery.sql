-- level: postgresql/read-committed
-- never: safe
-- why: of a subquery with OFFSET it is not known which rows are locked; the job after the first must be there
CREATE TABLE job (id integer PRIMARY KEY, taken boolean NOT NULL);
CREATE TABLE spare (id integer PRIMARY KEY);
CREATE PROCEDURE take() LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM spare WHERE id = 1;
    IF FOUND THEN
        RETURN;
    END IF;
    UPDATE job SET taken = true WHERE id IN (SELECT id FROM job ORDER BY id OFFSET 1 FOR KEY SHARE SKIP LOCKED);
END $$;
CREATE PROCEDURE shrink(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM job WHERE id = p_id AND NOT taken;
    INSERT INTO spare VALUES (1);
END $$;
