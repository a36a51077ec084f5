CREATE TABLE booking (id integer PRIMARY KEY, room integer NOT NULL, during tsrange NOT NULL, note text,
  EXCLUDE USING gist (room WITH =, during WITH &&) WHERE (note IS NULL));
CREATE FUNCTION book(i integer, r integer, d tsrange) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
 INSERT INTO booking (id, room, during) VALUES (i, r, d);
END $$;
CREATE FUNCTION move(i integer, r integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
 UPDATE booking SET room = r WHERE id = i;
 UPDATE booking SET note = 'x' WHERE id = i;
END $$;
