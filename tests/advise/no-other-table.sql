CREATE TABLE visit (at timestamptz NOT NULL);
CREATE FUNCTION purge(p_table text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('DELETE FROM %I', p_table);
    INSERT INTO visit VALUES (now());
END;
$$;
