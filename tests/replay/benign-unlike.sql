-- What is found first is benign: one row in its group. Which row comes first can be seen only with a second row of the
-- same group, another text, and a number between the old and the new one.
CREATE TABLE bid (id int PRIMARY KEY, lot int, amount int, who text);
CREATE TABLE report (id int PRIMARY KEY, version int NOT NULL);
CREATE FUNCTION winners() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  r text;
  y int;
BEGIN
  SELECT DISTINCT ON (lot) who INTO r FROM bid ORDER BY lot, amount DESC;
  SELECT version INTO y FROM report WHERE id = 1;
  RETURN r || y;
END $$;
CREATE FUNCTION raise_bid(p_version int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bid SET amount = 9 WHERE id = 1;
  UPDATE report SET version = p_version WHERE id = 1;
END $$;
