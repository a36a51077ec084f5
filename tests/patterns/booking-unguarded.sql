-- why: look whether the room is free, then book: both see it free
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: safe
CREATE TABLE booked (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    room   integer NOT NULL,
    during tstzrange NOT NULL
);

CREATE PROCEDURE book(p_room integer, p_during tstzrange)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM booked WHERE room = p_room AND during && p_during;
    IF FOUND THEN
        RAISE EXCEPTION 'room % is taken', p_room;
    END IF;
    INSERT INTO booked (room, during) VALUES (p_room, p_during);
END;
$$;
