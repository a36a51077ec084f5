-- why: set_config('search_path', …, true) as a statement of its own is SET LOCAL: both statements are of counters.counter
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE SCHEMA counters;
CREATE TABLE counters.counter (id integer PRIMARY KEY, n integer NOT NULL);

CREATE FUNCTION count_up(p_id integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('search_path', '"counters", public', true), set_config('role', 'none', true);
    UPDATE counter SET n = n + 1 WHERE id = p_id;
END;
$$;

CREATE FUNCTION add(p_id integer, p_n integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE counters.counter SET n = n + p_n WHERE id = p_id;
END;
$$;
