CREATE TABLE kv (k text PRIMARY KEY, v int NOT NULL);
CREATE TABLE lowered (k text PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE lower_x() LANGUAGE plpgsql AS $$
DECLARE x int; y int;
BEGIN
  SELECT v INTO x FROM kv WHERE k = 'x';
  SELECT v INTO y FROM kv WHERE k = 'y';
  IF x > y THEN
    UPDATE kv SET v = y WHERE k = 'x';
    BEGIN
      INSERT INTO lowered VALUES ('x', y);
    EXCEPTION WHEN unique_violation THEN
      NULL;
    END;
  END IF;
END $$;
CREATE PROCEDURE lower_y() LANGUAGE plpgsql AS $$
DECLARE x int; y int;
BEGIN
  SELECT v INTO x FROM kv WHERE k = 'x';
  SELECT v INTO y FROM kv WHERE k = 'y';
  IF y > x THEN UPDATE kv SET v = x WHERE k = 'y'; END IF;
END $$;
CREATE PROCEDURE add(p int) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lowered VALUES ('x', p);
EXCEPTION WHEN unique_violation THEN
  NULL;
END $$;
