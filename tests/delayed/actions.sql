CREATE TABLE account (id int PRIMARY KEY, closed boolean NOT NULL);
CREATE TABLE item (id int PRIMARY KEY, account int REFERENCES account ON DELETE CASCADE, v int NOT NULL);
CREATE TABLE hint (id int PRIMARY KEY, account int REFERENCES account ON DELETE SET NULL, v int NOT NULL);
CREATE TABLE kind (id int PRIMARY KEY, code int NOT NULL UNIQUE);
CREATE TABLE label (id int PRIMARY KEY, code int REFERENCES kind (code) ON UPDATE CASCADE ON DELETE SET DEFAULT, v int NOT NULL);
CREATE PROCEDURE remove(p int) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM account WHERE id = p AND closed;
END $$;
CREATE PROCEDURE close(p int) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account SET closed = true WHERE id = p;
END $$;
CREATE PROCEDURE add(p int, q int) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item VALUES (q, p, 0);
END $$;
CREATE PROCEDURE sum_up(p int) LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT count(*) INTO n FROM item WHERE account = p;
  UPDATE hint SET v = n WHERE id = p;
END $$;
CREATE PROCEDURE remove_used(p int) LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM hint WHERE id = p;
  IF n > 1 THEN
    DELETE FROM account WHERE id = p;
  END IF;
END $$;
CREATE PROCEDURE note_label(p int) LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
  SELECT code INTO c FROM label WHERE id = p;
  UPDATE hint SET v = c WHERE id = p;
END $$;
CREATE PROCEDURE recode_noted(p int) LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM hint WHERE id = p;
  IF n > 1 THEN
    UPDATE kind SET code = 1 WHERE id = p;
  END IF;
END $$;
CREATE PROCEDURE drop_noted(p int) LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM hint WHERE id = p;
  IF n > 1 THEN
    DELETE FROM kind WHERE id = p;
  END IF;
END $$;
