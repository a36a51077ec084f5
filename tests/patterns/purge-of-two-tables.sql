-- why: a guard leaves no other table than these two, and each DELETE looks at the rows of one of them
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE audit_log (id bigserial PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp(), line text);
CREATE TABLE login (id bigserial PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp(), who text);

CREATE FUNCTION purge(p_table text, p_days integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF p_table NOT IN ('audit_log', 'login') THEN
        RAISE EXCEPTION 'not a log: %', p_table;
    END IF;
    EXECUTE format('DELETE FROM %I WHERE at < now() - $1 * interval ''1 day''', p_table) USING p_days;
END;
$$;
