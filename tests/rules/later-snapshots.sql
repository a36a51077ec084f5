-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: the row that ON CONFLICT has found is there for the next statement

CREATE TABLE tag (id integer PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE FUNCTION add(i integer, n text) RETURNS void LANGUAGE sql AS $$ INSERT INTO tag VALUES (i, n) $$;
CREATE FUNCTION get_or_create(i integer, n text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE found_id integer;
BEGIN
    INSERT INTO tag VALUES (i, n) ON CONFLICT DO NOTHING;
    SELECT id INTO found_id FROM tag WHERE name = n;
    RETURN found_id;
END $$;
