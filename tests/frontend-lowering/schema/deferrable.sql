CREATE TABLE parent (id integer PRIMARY KEY, code integer UNIQUE DEFERRABLE, place integer, UNIQUE NULLS NOT DISTINCT (place));
CREATE TABLE child (id integer PRIMARY KEY, late integer REFERENCES parent DEFERRABLE INITIALLY DEFERRED, now integer REFERENCES parent, either integer REFERENCES parent DEFERRABLE);
CREATE FUNCTION adds(a integer, b integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO child VALUES (a, b, b, b);
  INSERT INTO child VALUES (a + 1, b, b, b);
END;
$$;
CREATE FUNCTION sets(a integer, b integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  SET CONSTRAINTS ALL DEFERRED;
  UPDATE child SET either = b WHERE id = a;
END;
$$;
CREATE FUNCTION keys(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE parent SET code = a WHERE id = 1; END; $$;
CREATE FUNCTION places(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE parent SET place = NULL WHERE id = 1; END; $$;
CREATE FUNCTION removes(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM parent WHERE id = a; END; $$;
