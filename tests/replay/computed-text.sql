-- A lost update in a table that an argument names, by texts that only a run knows.
CREATE TABLE queue_in (id integer PRIMARY KEY, taken integer NOT NULL);
CREATE TABLE queue_out (id integer PRIMARY KEY, taken integer NOT NULL);

CREATE FUNCTION take(p_queue text, p_id integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    EXECUTE format('SELECT taken FROM %I WHERE id = $1', 'queue_' || p_queue) INTO n USING p_id;
    EXECUTE format('UPDATE %I SET taken = %s WHERE id = %L', 'queue_' || p_queue, n + 1, p_id);
    RETURN n;
END;
$$;
