CREATE TABLE gate (k int PRIMARY KEY, open boolean NOT NULL);
CREATE TABLE job (k int PRIMARY KEY, v int NOT NULL);
CREATE TABLE total (k int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE clear() LANGUAGE plpgsql AS $$
DECLARE o boolean;
BEGIN
  SELECT open INTO o FROM gate WHERE k = 1;
  IF NOT o THEN
    TRUNCATE job;
  END IF;
END $$;
CREATE PROCEDURE shut() LANGUAGE plpgsql AS $$
BEGIN
  UPDATE gate SET open = false WHERE k = 1;
END $$;
CREATE PROCEDURE note_total() LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT count(*) INTO n FROM job;
  UPDATE total SET v = n WHERE k = 1;
END $$;
CREATE PROCEDURE clear_many() LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM total WHERE k = 1;
  IF n > 1 THEN
    TRUNCATE job;
  END IF;
END $$;
