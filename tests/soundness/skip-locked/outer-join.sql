-- level: postgresql/read-committed
-- never: safe
-- why: that a job has no hold is read of table hold, whatever SKIP LOCKED passes over
CREATE TABLE job (id integer PRIMARY KEY, taken boolean NOT NULL);
CREATE TABLE hold (job integer PRIMARY KEY);
CREATE PROCEDURE take() LANGUAGE plpgsql AS $$
DECLARE v_id integer;
BEGIN
    SELECT job.id INTO v_id FROM job LEFT JOIN hold ON hold.job = job.id
    WHERE NOT job.taken AND hold.job IS NULL LIMIT 1 FOR UPDATE OF job SKIP LOCKED;
    UPDATE job SET taken = true WHERE id = v_id;
END $$;
CREATE PROCEDURE keep(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM job WHERE id = p_id AND NOT taken) THEN
        INSERT INTO hold VALUES (p_id);
    END IF;
END $$;
