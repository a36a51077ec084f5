-- level: snapshot-isolation
-- never: safe
-- why: a referenced key is moved away and back while another transaction, which has read the old row, inserts a row that refers to it
CREATE TABLE parent (id integer PRIMARY KEY, k integer NOT NULL UNIQUE, v integer NOT NULL);
CREATE TABLE child (id integer PRIMARY KEY, k integer NOT NULL REFERENCES parent (k));
CREATE PROCEDURE replace() LANGUAGE plpgsql AS $$
BEGIN
    UPDATE parent SET k = 2 WHERE id = 1;
    UPDATE parent SET k = 1, v = 7 WHERE id = 1;
END $$;
CREATE FUNCTION refer() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    SELECT v INTO n FROM parent WHERE id = 1;
    INSERT INTO child VALUES (1, 1);
    RETURN n;
END $$;
