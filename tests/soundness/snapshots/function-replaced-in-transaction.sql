-- level: postgresql/serializable
-- never: safe
-- why: a function is run as it is by then, whatever the snapshot: price() may read the value before the change and apply the rate after it
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION rate() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;
CREATE FUNCTION price() RETURNS int LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM u WHERE id = 1;
  RETURN x * rate();
END $$;
CREATE FUNCTION change() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE OR REPLACE FUNCTION rate() RETURNS int LANGUAGE sql AS 'SELECT 2';
  UPDATE u SET v = 2 WHERE id = 1;
END $$;
