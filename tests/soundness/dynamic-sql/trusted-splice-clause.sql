-- level: postgresql/repeatable-read
-- never: safe
-- why: the word may begin a clause that reads the other table: ON/OFF duty of two, each looks at the other
-- options: --trust-splices
CREATE TABLE mine(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE theirs(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION a(c text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  EXECUTE 'SELECT max(mine.v) FROM mine ' || c INTO n; -- JOIN theirs ON theirs.v > 0
  UPDATE mine SET v = n WHERE id = 1;
END $$;
CREATE FUNCTION b() RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT max(v) INTO n FROM mine;
  UPDATE theirs SET v = n WHERE id = 1;
END $$;
