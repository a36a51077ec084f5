-- What a trigger clears before a parent goes, and what refers to a new parent.
CREATE TABLE job (id bigserial PRIMARY KEY, status text NOT NULL);
CREATE TABLE defer (id bigserial PRIMARY KEY, name text NOT NULL, ts bigint, job_id bigint REFERENCES job (id),
                    UNIQUE (name, ts));
CREATE FUNCTION unlink() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE defer SET job_id = NULL WHERE job_id = OLD.id;
    RETURN OLD;
END $$;
CREATE TRIGGER unlink BEFORE DELETE ON job FOR EACH ROW EXECUTE FUNCTION unlink();
CREATE FUNCTION finish(p bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM job WHERE id = p;
END $$;
CREATE FUNCTION periodic(p_name text, p_ts bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    v_defer bigint;
    v_job bigint;
BEGIN
    INSERT INTO defer (name, ts) VALUES (p_name, p_ts) ON CONFLICT DO NOTHING RETURNING id INTO v_defer;
    IF v_defer IS NULL THEN
        RETURN NULL;
    END IF;
    INSERT INTO job (status) VALUES ('todo') RETURNING id INTO v_job;
    UPDATE defer SET job_id = v_job WHERE id = v_defer;
    RETURN v_job;
END $$;
