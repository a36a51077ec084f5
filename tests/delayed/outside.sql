-- level: snapshot-isolation
-- with: undecided
-- without: safe
-- why: look is delayed while open and move run: it has seen no row of opened, and still returns the number that move has set. No two of them alone
--   depend on each other in both directions. A server at repeatable read does it
CREATE SEQUENCE number;
CREATE TABLE opened (k int PRIMARY KEY);
CREATE TABLE token (k int PRIMARY KEY);
CREATE PROCEDURE open() LANGUAGE plpgsql AS $$ BEGIN INSERT INTO opened VALUES (1); END $$;
CREATE PROCEDURE move() LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT count(*) INTO n FROM opened;
  IF n = 0 THEN RAISE EXCEPTION 'not open'; END IF;
  DELETE FROM token WHERE k = 1;
  IF NOT FOUND THEN RAISE EXCEPTION 'moved'; END IF;
  PERFORM setval('number', 100);
END $$;
CREATE FUNCTION look() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT count(*) INTO n FROM opened;
  IF n > 0 THEN RAISE EXCEPTION 'open'; END IF;
  RETURN (SELECT last_value FROM number);
END $$;
