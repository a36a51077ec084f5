-- Looks whether a room is free, then books it; half-open times in two columns.
CREATE TABLE booked (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    room   integer NOT NULL,
    starts timestamp NOT NULL,
    ends   timestamp NOT NULL,
    CHECK (starts < ends)
);

CREATE FUNCTION book(p_room integer, p_starts timestamp, p_ends timestamp) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM booked WHERE room = p_room AND starts < p_ends AND ends > p_starts) THEN
        RETURN false;
    END IF;
    INSERT INTO booked (room, starts, ends) VALUES (p_room, p_starts, p_ends);
    RETURN true;
END;
$$;
