-- level: postgresql/repeatable-read
-- never: safe
-- why: the row in the way was cancelled meanwhile: the constraint lets the second one in, which has counted without the first
CREATE TABLE booked (id integer PRIMARY KEY, during int4range NOT NULL, EXCLUDE USING gist (during WITH &&));
CREATE TABLE tally (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE book(p_id integer, p_during int4range) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM booked WHERE during && p_during) THEN
        INSERT INTO booked VALUES (p_id, p_during);
    END IF;
END $$;
CREATE PROCEDURE cancel(p_id integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    DELETE FROM booked WHERE id = p_id;
    SELECT n INTO v FROM tally WHERE id = 1;
    UPDATE tally SET n = v + 1 WHERE id = 1;
END $$;
