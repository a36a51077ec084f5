-- level: postgresql/read-committed
-- never: safe
-- why: another function creates the table, under a name that no text says
-- options: --complete-schema --transactions p
CREATE TABLE t (id integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION create_queue(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TABLE %I (id integer PRIMARY KEY, n integer NOT NULL)', name);
END $$;
CREATE FUNCTION p(name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    IF name = 't' THEN
        RAISE EXCEPTION 'no queue';
    END IF;
    EXECUTE format('SELECT n FROM %I WHERE id = 1', name) INTO v;
    EXECUTE format('UPDATE %I SET n = $1 WHERE id = 1', name) USING v + 1;
END $$;
