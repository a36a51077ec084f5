-- Two look for the absence of a row and each inserts one: a phantom.
CREATE TABLE booking (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, room integer NOT NULL, who text NOT NULL);

CREATE PROCEDURE book(p_room integer, p_who text) LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM booking WHERE room = p_room) THEN
        RAISE EXCEPTION 'room % is taken', p_room;
    END IF;
    INSERT INTO booking (room, who) VALUES (p_room, p_who);
END;
$$;
