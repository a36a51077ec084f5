-- level: postgresql/serializable
-- never: safe
-- why: the seat is free since one left it; that another has changed the same row since, without a word of the seat taken, makes no difference
CREATE TABLE guest (id integer PRIMARY KEY, seat integer NOT NULL UNIQUE);
CREATE FUNCTION sit(who integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE was integer;
BEGIN
  SELECT seat INTO was FROM guest WHERE id = 1;
  INSERT INTO guest VALUES (who, 5);
  RETURN was;
END $$;
CREATE FUNCTION leave() RETURNS void LANGUAGE sql AS $$ UPDATE guest SET seat = 7 WHERE id = 1 AND seat = 5 $$;
CREATE FUNCTION on_from() RETURNS void LANGUAGE sql AS $$ UPDATE guest SET seat = 8 WHERE id = 1 AND seat = 7 $$;
