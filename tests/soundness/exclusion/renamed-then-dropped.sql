-- level: postgresql/read-committed
-- never: safe
-- why: the constraint is renamed, then dropped
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE TABLE booked (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    room   integer NOT NULL,
    during tstzrange NOT NULL,
    CONSTRAINT apart EXCLUDE USING gist (room WITH =, during WITH &&)
);

ALTER TABLE booked RENAME CONSTRAINT apart TO other;
ALTER TABLE booked DROP CONSTRAINT other;
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
