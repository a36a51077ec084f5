-- level: read-committed
-- never: safe
-- why: only the key on place is dropped; the key that cascades is left, so that removing an owner removes what the other has read twice
CREATE TABLE place (id integer PRIMARY KEY);
CREATE TABLE owner (id integer PRIMARY KEY);
CREATE TABLE item (id integer PRIMARY KEY, place integer REFERENCES place, owner integer REFERENCES owner ON DELETE CASCADE);
ALTER TABLE item DROP CONSTRAINT item_place_fkey;
CREATE FUNCTION leaves(p integer) RETURNS void LANGUAGE sql AS $$ DELETE FROM owner WHERE id = p $$;
CREATE FUNCTION looks(p integer, OUT n integer, OUT m integer) LANGUAGE plpgsql AS $$
BEGIN
  SELECT count(*) INTO n FROM item WHERE owner = p;
  SELECT count(*) INTO m FROM item WHERE owner = p;
END;
$$;
