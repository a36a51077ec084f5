-- level: postgresql/read-committed
-- never: safe
-- why: EXCLUDE … WHERE keeps some rows apart only
CREATE TABLE booked (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    room   integer NOT NULL,
    starts timestamp NOT NULL,
    ends   timestamp NOT NULL,
    CHECK (starts < ends),
    EXCLUDE USING gist (room WITH =, tsrange(starts, ends) WITH &&) WHERE (room > 5)
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
