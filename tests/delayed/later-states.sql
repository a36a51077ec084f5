-- level: snapshot-isolation
-- with: unsafe
-- without: safe
-- why: close_day commits only while the day is open, announce writes only when it is shut, so announce begins in another state than
--   close_day; it is neither the first helper nor the last
CREATE TABLE kv (k int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE close_day() LANGUAGE plpgsql AS $$
DECLARE shut int;
BEGIN
  SELECT v INTO shut FROM kv WHERE k = 1;
  IF shut = 1 THEN RAISE EXCEPTION 'the day is shut'; END IF;
  UPDATE kv SET v = 1 WHERE k = 2;
END $$;
CREATE PROCEDURE shut() LANGUAGE plpgsql AS $$ BEGIN UPDATE kv SET v = 1 WHERE k = 1; END $$;
CREATE PROCEDURE announce() LANGUAGE plpgsql AS $$
DECLARE shut int;
BEGIN
  SELECT v INTO shut FROM kv WHERE k = 1;
  IF shut = 1 THEN UPDATE kv SET v = 1 WHERE k = 3; END IF;
END $$;
CREATE FUNCTION look(OUT notice int, OUT sum int) LANGUAGE plpgsql AS $$
BEGIN
  SELECT v INTO notice FROM kv WHERE k = 3;
  SELECT v INTO sum FROM kv WHERE k = 2;
END $$;
