-- level: postgresql/serializable
-- never: safe
-- why: take inserts a key whose deletion it does not see; leave looks for the row by an index of the rows with one guest, and has not read the place of the key
CREATE TABLE price (id integer PRIMARY KEY, amount integer NOT NULL);
CREATE TABLE place (id integer PRIMARY KEY, guest integer NOT NULL);
CREATE INDEX ON place (id) WHERE guest = 5;
CREATE FUNCTION take(p_place integer, p_guest integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE a integer;
BEGIN
  SELECT amount INTO a FROM price WHERE id = 1;
  INSERT INTO place VALUES (p_place, p_guest);
  RETURN a;
END $$;
CREATE FUNCTION leave(p_place integer, p_guest integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE a integer;
BEGIN
  SELECT amount INTO a FROM price WHERE id = 1;
  DELETE FROM place WHERE id = p_place AND guest = 5;
  RETURN a;
END $$;
CREATE FUNCTION raise(p_amount integer) RETURNS void LANGUAGE sql AS $$ UPDATE price SET amount = p_amount WHERE id = 1 $$;
