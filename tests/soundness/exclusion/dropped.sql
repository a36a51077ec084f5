-- level: postgresql/repeatable-read
-- never: safe
-- why: the constraint was dropped again
CREATE TABLE booked (
    id     integer PRIMARY KEY,
    room   integer NOT NULL,
    during int4range NOT NULL,
    EXCLUDE USING gist (room WITH =, during WITH &&)
);
ALTER TABLE booked DROP CONSTRAINT booked_room_during_excl;
CREATE PROCEDURE book(p_id integer, p_room integer, p_during int4range) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM booked WHERE room = p_room AND during && p_during) THEN
        INSERT INTO booked VALUES (p_id, p_room, p_during);
    END IF;
END $$;
