-- Both look at the same rows and write what does not depend on them.
CREATE TABLE note (id int PRIMARY KEY, body text NOT NULL, seen boolean NOT NULL);

CREATE FUNCTION swap_in(p int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    old text;
BEGIN
    SELECT body INTO old FROM note WHERE id = p;
    UPDATE note SET body = 'x' WHERE id = p;
END $$;
