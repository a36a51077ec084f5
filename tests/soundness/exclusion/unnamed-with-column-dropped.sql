-- level: postgresql/read-committed
-- never: safe
-- why: the constraint goes with a column of it
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE TABLE booked (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    room   integer NOT NULL,
    during tstzrange NOT NULL,
    EXCLUDE USING gist (room WITH =, during WITH &&)
);

ALTER TABLE booked DROP COLUMN during, ADD COLUMN during tstzrange;
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
