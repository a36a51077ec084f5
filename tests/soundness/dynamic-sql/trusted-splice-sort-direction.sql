-- level: postgresql/repeatable-read
-- never: safe
-- why: after a column's name to sort by there may stand a whole clause that reads the other table
-- options: --trust-splices
CREATE TABLE mine(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE theirs(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION a(c text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  EXECUTE 'SELECT v FROM mine ORDER BY v ' || c || ' LIMIT 1' INTO n; -- , (SELECT max(v) FROM theirs)
  UPDATE mine SET v = n WHERE id = 1;
END $$;
CREATE FUNCTION b() RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT max(v) INTO n FROM mine;
  UPDATE theirs SET v = n WHERE id = 1;
END $$;
