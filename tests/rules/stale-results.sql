-- level: postgresql/serializable
-- with: undecided
-- without: safe
-- why: the plan of the UPDATE, which has no variables, is kept for the session, with what latest(1) was then

CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION latest(p integer) RETURNS integer IMMUTABLE LANGUAGE sql AS $$ SELECT n FROM a WHERE id = p $$;
CREATE FUNCTION raise() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE a SET n = latest(1) + 1 WHERE id = 1;
END $$;
