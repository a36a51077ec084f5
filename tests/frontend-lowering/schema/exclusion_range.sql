CREATE TABLE stay (id integer PRIMARY KEY, room integer NOT NULL, starts date NOT NULL, ends date NOT NULL, note text,
  CHECK (starts < ends), EXCLUDE USING gist (room WITH =, daterange(starts, ends) WITH &&));
CREATE TABLE late (id integer PRIMARY KEY, lo integer, hi integer,
  EXCLUDE USING gist (int4range(lo, hi, '[]') WITH &&) DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE cast_to (id integer PRIMARY KEY, starts date, ends date,
  EXCLUDE USING gist (tsrange(starts, ends) WITH &&));
CREATE FUNCTION stays(i integer, r integer, a date, b date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
 INSERT INTO stay (id, room, starts, ends) VALUES (i, r, a, b);
 UPDATE stay SET note = 'x' WHERE id = i;
 UPDATE stay SET ends = b WHERE id = i;
END $$;
CREATE FUNCTION lates(i integer, a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
 INSERT INTO late VALUES (i, a, a);
END $$;
CREATE FUNCTION casts(i integer, a date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
 INSERT INTO cast_to VALUES (i, a, a);
END $$;
