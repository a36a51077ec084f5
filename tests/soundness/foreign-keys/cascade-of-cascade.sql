-- level: postgresql/repeatable-read
-- never: safe
-- why: the second table's rows become NULL where the first one's go: write skew
CREATE TABLE o(id int PRIMARY KEY);
CREATE TABLE l(id int PRIMARY KEY, o int NOT NULL REFERENCES o ON DELETE CASCADE);
CREATE TABLE m(id int PRIMARY KEY, l int REFERENCES l ON DELETE SET NULL);
CREATE TABLE flag(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION ends(p_n int, p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM flag WHERE id = p_id AND n = 0) THEN DELETE FROM o WHERE id > p_n; END IF;
END $$;
CREATE FUNCTION marks(p_m int, p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT l FROM m WHERE id = p_m) > 0 THEN UPDATE flag SET n = 1 WHERE id = p_id; END IF;
END $$;
