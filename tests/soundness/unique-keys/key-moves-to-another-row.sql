-- level: postgresql/repeatable-read
-- never: safe
-- why: an UPDATE may give the unique value to another row, so that it names no row for good
CREATE TABLE token (id integer PRIMARY KEY, hash text NOT NULL UNIQUE, n integer NOT NULL);
CREATE FUNCTION name(i integer, old text, new text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT n INTO v FROM token WHERE hash = old;
    UPDATE token SET hash = new, n = coalesce(v, 0) + 1 WHERE id = i;
END $$;
