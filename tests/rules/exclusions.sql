-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: of two that find no row in the way of theirs, and are in the way of each other, one fails
CREATE TABLE booked (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    room   integer NOT NULL,
    during int4range NOT NULL,
    EXCLUDE USING gist (room WITH =, during WITH &&)
);
CREATE PROCEDURE book(p_room integer, p_during int4range) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM booked WHERE room = p_room AND during && p_during) THEN
        INSERT INTO booked (room, during) VALUES (p_room, p_during);
    END IF;
END $$;
