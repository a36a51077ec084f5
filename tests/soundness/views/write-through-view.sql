-- level: snapshot-isolation
-- never: safe
-- why: what is written through a view is written to its table: write skew
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b(id int PRIMARY KEY, v int NOT NULL);
CREATE VIEW shown(number, worth) AS SELECT id, v FROM a WHERE v >= 0;
CREATE VIEW again AS SELECT s.number AS n, s.worth AS w FROM shown s;
CREATE FUNCTION p(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM a WHERE id = p_id;
  UPDATE b SET v = x WHERE id = p_id;
END $$;
CREATE FUNCTION q(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM b WHERE id = p_id;
  UPDATE again SET w = x + 1 WHERE n = p_id;
END $$;
