-- why: the constraint keeps bookings apart that overlap, and does not count them: a room gets more than it may have
-- postgresql/read-committed: benign
-- postgresql/repeatable-read: benign
-- postgresql/serializable: safe
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE TABLE booked (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    room   integer NOT NULL,
    during int4range NOT NULL,
    EXCLUDE USING gist (room WITH =, during WITH &&)
);

CREATE PROCEDURE book(p_room integer, p_during int4range)
LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
    SELECT count(*) INTO n FROM booked WHERE room = p_room;
    IF n >= 2 THEN
        RAISE EXCEPTION 'room % is full', p_room;
    END IF;
    INSERT INTO booked (room, during) VALUES (p_room, p_during);
END;
$$;
