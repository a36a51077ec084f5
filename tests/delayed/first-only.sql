-- level: snapshot-isolation
-- with: unsafe
-- without: safe
-- why: close_day reads that the day is open and writes the sum; reopen_next acts on a day that is closed: it runs after shut, in another
--   state than close_day began in
CREATE TABLE kv (k int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE close_day() LANGUAGE plpgsql AS $$
DECLARE shut int;
BEGIN
  SELECT v INTO shut FROM kv WHERE k = 1;
  IF shut = 0 THEN UPDATE kv SET v = 1 WHERE k = 2; END IF;
END $$;
CREATE PROCEDURE shut() LANGUAGE plpgsql AS $$ BEGIN UPDATE kv SET v = 1 WHERE k = 1; END $$;
CREATE FUNCTION reopen_next() RETURNS int LANGUAGE plpgsql AS $$
DECLARE shut int; sum int;
BEGIN
  SELECT v INTO shut FROM kv WHERE k = 1;
  IF shut = 1 THEN SELECT v INTO sum FROM kv WHERE k = 2; END IF;
  RETURN sum;
END $$;
