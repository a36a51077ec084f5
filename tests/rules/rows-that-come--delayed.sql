-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- proof: delayed
-- why: A delayed rest has found no open task. note inserts a task that is done, which rest does not look for; finish makes no task open.
CREATE TABLE task (id int PRIMARY KEY, owner int NOT NULL, status text NOT NULL);
CREATE TABLE worker (id int PRIMARY KEY, idle boolean NOT NULL);

CREATE PROCEDURE rest(p int) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM task WHERE owner = p AND status = 'open') THEN
        UPDATE worker SET idle = true WHERE id = p;
    END IF;
END $$;

CREATE FUNCTION note(p int, k int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    i boolean;
BEGIN
    SELECT idle INTO i FROM worker WHERE id = p;
    INSERT INTO task VALUES (k, p, 'done');
    RETURN i;
END $$;

CREATE PROCEDURE finish(k int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE task SET status = 'done' WHERE id = k AND status = 'open';
END $$;
