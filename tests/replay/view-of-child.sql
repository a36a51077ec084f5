CREATE TABLE note (id int PRIMARY KEY, v int NOT NULL DEFAULT 1);
CREATE TABLE own_note (w int NOT NULL DEFAULT 0, PRIMARY KEY (id)) INHERITS (note);
CREATE VIEW shown (number, worth) AS SELECT id, v FROM own_note WHERE v >= 0;
CREATE FUNCTION bump(p_id int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT worth INTO x FROM shown WHERE number = p_id;
  UPDATE own_note SET v = x + 1 WHERE id = p_id;
  RETURN x;
END $$;
