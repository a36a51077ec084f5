-- level: snapshot-isolation
-- with: undecided
-- without: safe
-- why: take_name gets the name that free_name has given up, which its snapshot does not show, and yet reads the log as it was
--   before. The check of the key is a read past the snapshot, and no anti-dependency leads back to the delayed transaction
CREATE TABLE names (id int PRIMARY KEY, name text UNIQUE);
CREATE TABLE log (k int PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE free_name(p_id int) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE names SET name = NULL WHERE id = p_id;
  UPDATE log SET n = 1 WHERE k = 1;
END $$;
CREATE FUNCTION take_name(p_id int, p_name text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SELECT n INTO v FROM log WHERE k = 1;
  UPDATE names SET name = p_name WHERE id = p_id;
  RETURN v;
END $$;
