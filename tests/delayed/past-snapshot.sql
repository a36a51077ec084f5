-- level: snapshot-isolation
-- with: undecided
-- without: safe
-- why: leave is delayed while open, remove, finish and look run. The DELETE of remove passes, as the child has left by then, unseen; look
--   has still found the child, so in the normal form it would have found a child without a parent. At repeatable read a server runs it:
--   leave counts no row; open; remove counts; finish; look returns 1; leave commits; remove deletes the parent
CREATE TABLE parent (k int PRIMARY KEY);
CREATE TABLE child (k int PRIMARY KEY, p int NOT NULL REFERENCES parent);
CREATE TABLE opened (k int PRIMARY KEY);
CREATE TABLE done (k int PRIMARY KEY);
CREATE PROCEDURE open(p int) LANGUAGE plpgsql AS $$ BEGIN INSERT INTO opened VALUES (p); END $$;
CREATE PROCEDURE finish(p int) LANGUAGE plpgsql AS $$ BEGIN INSERT INTO done VALUES (p); END $$;
CREATE PROCEDURE leave() LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT count(*) INTO n FROM opened;
  IF n > 0 THEN RAISE EXCEPTION 'open'; END IF;
  UPDATE child SET p = 2 WHERE k = 1;
END $$;
CREATE PROCEDURE remove() LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT count(*) INTO n FROM opened;
  IF n = 0 THEN RAISE EXCEPTION 'not open'; END IF;
  SELECT count(*) INTO n FROM done;
  IF n > 0 THEN RAISE EXCEPTION 'done'; END IF;
  DELETE FROM parent WHERE k = 1;
  IF NOT FOUND THEN RAISE EXCEPTION 'no parent'; END IF;
END $$;
CREATE FUNCTION look() RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int; q int;
BEGIN
  SELECT count(*) INTO n FROM done;
  IF n = 0 THEN RAISE EXCEPTION 'not done'; END IF;
  SELECT p INTO q FROM child WHERE k = 1;
  IF q IS DISTINCT FROM 1 THEN RAISE EXCEPTION 'has left'; END IF;
  RETURN q;
END $$;
