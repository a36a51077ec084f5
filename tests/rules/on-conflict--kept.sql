-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- beside: unique-keys
-- why: a transaction that finds the row that stays does not read before it comes

CREATE TABLE tag (id serial PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE FUNCTION get_or_create(n text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE found_id integer;
BEGIN
    INSERT INTO tag (name) VALUES (n) ON CONFLICT (name) DO NOTHING;
    SELECT id INTO found_id FROM tag WHERE name = n;
    RETURN found_id;
END $$;
