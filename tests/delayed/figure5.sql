-- Each transaction writes only in a state in which the other would not (Beillahi, Bouajjani & Enea 2019, figure 5).
CREATE TABLE kv (k text PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE lower_x() LANGUAGE plpgsql AS $$
DECLARE x int; y int;
BEGIN
  SELECT v INTO x FROM kv WHERE k = 'x';
  SELECT v INTO y FROM kv WHERE k = 'y';
  IF x > y THEN UPDATE kv SET v = y WHERE k = 'x'; END IF;
END $$;
CREATE PROCEDURE lower_y() LANGUAGE plpgsql AS $$
DECLARE x int; y int;
BEGIN
  SELECT v INTO x FROM kv WHERE k = 'x';
  SELECT v INTO y FROM kv WHERE k = 'y';
  IF y > x THEN UPDATE kv SET v = x WHERE k = 'y'; END IF;
END $$;
