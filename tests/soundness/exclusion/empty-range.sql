-- level: postgresql/read-committed
-- never: safe
-- why: an empty range is in the way of no other row, and the query finds what surrounds it: no CHECK refuses bookings of no length
CREATE TABLE booked (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    room   integer NOT NULL,
    starts timestamp NOT NULL,
    ends   timestamp NOT NULL,
    EXCLUDE USING gist (room WITH =, tsrange(starts, ends) WITH &&)
);

CREATE PROCEDURE book(p_room integer, p_starts timestamp, p_ends timestamp)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM booked WHERE room = p_room AND starts < p_ends AND ends > p_starts;
    IF FOUND THEN
        RAISE EXCEPTION 'room % is taken', p_room;
    END IF;
    INSERT INTO booked (room, starts, ends) VALUES (p_room, p_starts, p_ends);
END;
$$;
