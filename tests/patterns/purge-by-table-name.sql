-- why: a DELETE is tracked whatever its table is; below serializable a table that no file creates is not followed row by row
-- postgresql/read-committed: undecided
-- postgresql/repeatable-read: undecided
-- postgresql/serializable: safe
CREATE TABLE audit_log (id bigserial PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp(), line text);

CREATE FUNCTION purge(p_table text, p_days integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('DELETE FROM %I WHERE at < now() - $1 * interval ''1 day''', p_table) USING p_days;
END;
$$;

CREATE FUNCTION add_line(p_line text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO audit_log (line) VALUES (p_line);
$$;
