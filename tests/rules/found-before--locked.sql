-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a job that is done stays done, as a transaction that takes a job has locked it when it was new; so it is found done a second time, though each statement has its own snapshot

CREATE TABLE job (id int PRIMARY KEY, status text NOT NULL);
CREATE FUNCTION take(p int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_id int;
BEGIN
    SELECT id INTO v_id FROM job WHERE id = p AND status = 'new' FOR UPDATE;
    UPDATE job SET status = 'taken' WHERE id = v_id;
END $$;
CREATE FUNCTION finish(p int) RETURNS void LANGUAGE sql AS $$
    UPDATE job SET status = 'done' WHERE id = p AND status = 'taken'
$$;
CREATE FUNCTION watch(p int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v_first text; v_second text;
BEGIN
    SELECT status INTO v_first FROM job WHERE id = p;
    IF v_first = 'done' THEN
        SELECT status INTO v_second FROM job WHERE id = p;
    END IF;
    RETURN v_second;
END $$;
