-- level: postgresql/read-committed
-- never: safe
-- why: a key that was found missing is there for the next statement, though rows with keys never go
CREATE TABLE token (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hash text NOT NULL UNIQUE, n integer NOT NULL);
CREATE FUNCTION make(h text) RETURNS void LANGUAGE sql AS $$ INSERT INTO token (hash, n) VALUES (h, 1) $$;
CREATE FUNCTION twice(h text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    a integer;
    b integer;
BEGIN
    SELECT n INTO a FROM token WHERE hash = h;
    SELECT n INTO b FROM token WHERE hash = h;
    RETURN coalesce(a, 0) * 10 + coalesce(b, 0);
END $$;
