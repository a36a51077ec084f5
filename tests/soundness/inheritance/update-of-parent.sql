-- level: snapshot-isolation
-- never: safe
-- why: UPDATE of the parent changes the child's rows, too: write skew
CREATE TABLE parent(id int, v int NOT NULL);
CREATE TABLE child(w int) INHERITS (parent);
CREATE TABLE b(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM b WHERE id = p_id;
  UPDATE parent SET v = x WHERE id = p_id;
END $$;
CREATE FUNCTION q(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM child WHERE id = p_id;
  UPDATE b SET v = x + 1 WHERE id = p_id;
END $$;
