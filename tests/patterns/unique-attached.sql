-- why: a unique index on ONLY a partitioned table holds once partitions' own are attached to it, as pg_dump writes it
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE booking (id integer NOT NULL, room integer NOT NULL, night integer NOT NULL) PARTITION BY RANGE (room);
CREATE TABLE booking_1 PARTITION OF booking FOR VALUES FROM (0) TO (100);
ALTER TABLE ONLY booking ADD CONSTRAINT one_a_night UNIQUE (room, night);

ALTER TABLE ONLY booking_1 ADD CONSTRAINT one_a_night_1 UNIQUE (room, night);
ALTER INDEX one_a_night ATTACH PARTITION one_a_night_1;

CREATE PROCEDURE book(p_id integer, p_room integer, p_night integer) LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM booking WHERE room = p_room AND night = p_night) THEN
        RAISE EXCEPTION 'taken';
    END IF;
    INSERT INTO booking VALUES (p_id, p_room, p_night);
END $$;

