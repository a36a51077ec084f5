-- why: asked for alone, serializable has no proof of its own; the one at read committed is found and holds for it
-- postgresql/serializable: safe
CREATE TABLE job (id bigint PRIMARY KEY);
CREATE TABLE defer (id bigint PRIMARY KEY, job_id bigint REFERENCES job (id));

CREATE FUNCTION finish(p bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE defer SET job_id = NULL WHERE job_id = p;
    DELETE FROM job WHERE id = p;
END $$;
