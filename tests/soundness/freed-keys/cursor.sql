-- level: postgresql/serializable
-- never: safe
-- why: take inserts a key whose deletion it does not see; leave finds the row by its guest, with a cursor, and deletes it by its place in the table
CREATE TABLE price (id integer PRIMARY KEY, amount integer NOT NULL);
CREATE TABLE place (id integer PRIMARY KEY, guest integer NOT NULL);
CREATE INDEX ON place (guest);
CREATE FUNCTION take(p_place integer, p_guest integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE a integer;
BEGIN
  SELECT amount INTO a FROM price WHERE id = 1;
  INSERT INTO place VALUES (p_place, p_guest);
  RETURN a;
END $$;
CREATE FUNCTION leave(p_place integer, p_guest integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE a integer; guests CURSOR FOR SELECT * FROM place WHERE guest = p_guest;
BEGIN
  SELECT amount INTO a FROM price WHERE id = 1;
  FOR r IN guests LOOP DELETE FROM place WHERE CURRENT OF guests; END LOOP;
  RETURN a;
END $$;
CREATE FUNCTION raise(p_amount integer) RETURNS void LANGUAGE sql AS $$ UPDATE price SET amount = p_amount WHERE id = 1 $$;
