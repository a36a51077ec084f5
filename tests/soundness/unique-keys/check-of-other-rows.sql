-- level: postgresql/serializable
-- never: safe
-- why: the value is free only since a row that was not looked for by its key has given it up, unseen
CREATE TABLE seat (id integer PRIMARY KEY, hall integer NOT NULL, no integer NOT NULL, UNIQUE (hall, no));
CREATE TABLE moves (hall integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE frees(i integer, h integer, n integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE seat SET no = n WHERE id = i;
    UPDATE moves SET n = 1 WHERE hall = h;
END $$;
CREATE FUNCTION takes(h integer, o integer, k integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT moves.n INTO v FROM moves WHERE hall = h;
    UPDATE seat SET no = k WHERE hall = h AND no = o;
    RETURN v;
END $$;
