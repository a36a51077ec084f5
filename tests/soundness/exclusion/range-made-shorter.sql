-- level: postgresql/serializable
-- never: safe
-- why: the room is free only since another transaction has made another stay there shorter
CREATE TABLE stay (id int PRIMARY KEY, room int NOT NULL, during int4range NOT NULL, EXCLUDE USING gist (room WITH =, during WITH &&));
CREATE FUNCTION shorten(i int) RETURNS void LANGUAGE sql AS $$ UPDATE stay SET during = int4range(1, 2) WHERE id = i $$;
CREATE FUNCTION book(i int, other int) RETURNS int4range LANGUAGE plpgsql AS $$
DECLARE d int4range;
BEGIN
  SELECT during INTO d FROM stay WHERE id = other;
  INSERT INTO stay VALUES (i, 1, int4range(3, 5));
  RETURN d;
END $$;
