-- level: snapshot-isolation
-- never: safe
-- why: a referenced row is deleted and inserted again while another transaction, which has read the old row, inserts a row that refers to it
CREATE TABLE parent (k integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE child (k integer PRIMARY KEY REFERENCES parent);
CREATE PROCEDURE replace() LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM parent;
    INSERT INTO parent VALUES (1, 0);
END $$;
CREATE FUNCTION refer() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    SELECT sum(v) INTO n FROM parent;
    INSERT INTO child VALUES (1);
    RETURN n;
END $$;
