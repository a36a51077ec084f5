-- level: postgresql/repeatable-read
-- never: safe
-- why: n is another one when the text is run, and 7 / 2 is 3 where 7 / 2.0 would be 3.5
CREATE TABLE acc(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION skew(n numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE total int; q text;
BEGIN
  q := 'SELECT sum(v) FROM acc WHERE id >= 7 / ' || n;
  n := 100;
  EXECUTE q INTO total;
  INSERT INTO acc VALUES (3, total);
END $$;
CREATE FUNCTION other() RETURNS void LANGUAGE plpgsql AS $$
DECLARE total int;
BEGIN
  SELECT v INTO total FROM acc WHERE id = 3;
  INSERT INTO acc VALUES (4, coalesce(total, 0));
END $$;
