-- level: postgresql/repeatable-read
-- never: safe
-- why: the constraint goes with a column of it
CREATE TABLE booked (
    id     integer PRIMARY KEY,
    room   integer NOT NULL,
    during int4range NOT NULL,
    EXCLUDE USING gist (room WITH =, during WITH &&)
);
ALTER TABLE booked DROP COLUMN room;
CREATE PROCEDURE book(p_id integer, p_room integer, p_during int4range) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM booked WHERE during && p_during) THEN
        INSERT INTO booked VALUES (p_id, p_during);
    END IF;
END $$;
