-- level: postgresql/serializable
-- never: safe
-- why: a seat is free only since a guest has moved to another seat of the row, which a value that is not followed may be
CREATE TABLE seat (id int PRIMARY KEY, line int NOT NULL, place int NOT NULL, guest text NOT NULL, UNIQUE (line, place));
CREATE FUNCTION leave(i int) RETURNS void LANGUAGE sql AS $$ UPDATE seat SET place = 9 WHERE id = i AND place = 1 $$;
CREATE FUNCTION gather(g text, other int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE p int;
BEGIN
  SELECT place INTO p FROM seat WHERE id = other;
  UPDATE seat SET line = 1 WHERE guest = g;
  RETURN p;
END $$;
