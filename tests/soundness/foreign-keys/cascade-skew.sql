-- level: postgresql/repeatable-read
-- never: safe
-- why: the DELETE takes rows of another table with it, one of which the other instance has read: write skew
CREATE TABLE o(id int PRIMARY KEY);
CREATE TABLE l(id int PRIMARY KEY, o int NOT NULL REFERENCES o ON DELETE CASCADE);
CREATE TABLE flag(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION ends(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM flag WHERE id = p_id AND n = 0) THEN DELETE FROM o WHERE id = p_id; END IF;
END $$;
CREATE FUNCTION marks(p_line int, p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM l WHERE id = p_line) THEN UPDATE flag SET n = 1 WHERE id = p_id; END IF;
END $$;
