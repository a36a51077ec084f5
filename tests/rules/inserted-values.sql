-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: rows of kind 2 do not change the number of rows of kind 1

CREATE TABLE doc (id integer PRIMARY KEY, kind integer NOT NULL);
CREATE PROCEDURE add_doc(i integer) LANGUAGE plpgsql AS $$
DECLARE n integer;
BEGIN
    SELECT count(*) INTO n FROM doc WHERE kind = 1;
    INSERT INTO doc (id, kind) VALUES (i, 2);
END $$;
