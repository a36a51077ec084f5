-- level: postgresql/read-committed
-- never: safe
-- why: what NOT EXISTS says is read, whatever SKIP LOCKED passes over
CREATE TABLE job (id integer PRIMARY KEY, taken boolean NOT NULL);
CREATE TABLE hold (job integer PRIMARY KEY);
CREATE PROCEDURE take() LANGUAGE plpgsql AS $$
DECLARE v_id integer;
BEGIN
    SELECT job.id INTO v_id FROM job
    WHERE NOT job.taken AND NOT EXISTS (SELECT FROM hold WHERE hold.job = job.id) LIMIT 1 FOR UPDATE SKIP LOCKED;
    UPDATE job SET taken = true WHERE id = v_id;
END $$;
CREATE PROCEDURE keep(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM job WHERE id = p_id AND NOT taken) THEN
        INSERT INTO hold VALUES (p_id);
    END IF;
END $$;
