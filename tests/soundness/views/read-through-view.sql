-- level: snapshot-isolation
-- never: safe
-- why: the view's query reads both tables: write skew
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b(id int PRIMARY KEY, v int NOT NULL);
CREATE VIEW total AS SELECT sum(v) AS s FROM (SELECT v FROM a UNION ALL SELECT v FROM b) u;
CREATE FUNCTION p(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT s INTO n FROM total;
  IF n > 10 THEN UPDATE a SET v = v - 10 WHERE id = p_id; END IF;
END $$;
CREATE FUNCTION q(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT s INTO n FROM total;
  IF n > 10 THEN UPDATE b SET v = v - 10 WHERE id = p_id; END IF;
END $$;
