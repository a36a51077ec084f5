-- level: snapshot-isolation
-- with: unsafe
-- without: safe
-- why: open_list writes only if there is no booking, look reads only if there is one: book runs between them, and changes the number
CREATE TABLE kv (k int PRIMARY KEY, v int NOT NULL);
CREATE TABLE booking (id int PRIMARY KEY);
CREATE PROCEDURE open_list() LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT count(*) INTO n FROM booking;
  IF n = 0 THEN UPDATE kv SET v = 1 WHERE k = 2; END IF;
END $$;
CREATE PROCEDURE book(p int) LANGUAGE plpgsql AS $$ BEGIN INSERT INTO booking VALUES (p); END $$;
CREATE FUNCTION look() RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int; sum int;
BEGIN
  SELECT count(*) INTO n FROM booking;
  IF n > 0 THEN SELECT v INTO sum FROM kv WHERE k = 2; END IF;
  RETURN sum;
END $$;
