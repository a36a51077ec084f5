-- level: postgresql/read-committed
-- never: safe
-- why: a unique index on ONLY the partitioned table is none of its partition's: both can insert the same
CREATE TABLE booking (id integer NOT NULL, room integer NOT NULL, night integer NOT NULL) PARTITION BY RANGE (room);
CREATE TABLE booking_1 PARTITION OF booking FOR VALUES FROM (0) TO (100);
CREATE UNIQUE INDEX one_a_night ON ONLY booking (room, night);

CREATE PROCEDURE book(p_id integer, p_room integer, p_night integer) LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM booking WHERE room = p_room AND night = p_night) THEN
        RAISE EXCEPTION 'taken';
    END IF;
    INSERT INTO booking VALUES (p_id, p_room, p_night);
END $$;
