-- level: postgresql/read-committed
-- never: safe
-- why: the reference is checked at COMMIT, and may find what was inserted after the read
CREATE TABLE parent(id int PRIMARY KEY);
CREATE TABLE child(id int PRIMARY KEY, p int NOT NULL REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE y(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE z(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  INSERT INTO child VALUES (p_id, p_id);
  SELECT v INTO x FROM y WHERE id = p_id;
  INSERT INTO z VALUES (p_id, x);
END $$;
CREATE FUNCTION q(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE y SET v = 1 WHERE id = p_id;
  INSERT INTO parent VALUES (p_id);
END $$;
