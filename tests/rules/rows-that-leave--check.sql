-- level: postgresql/serializable
-- with: safe
-- without: unsafe
-- why: a seat is taken by no other transaction, whichever other seat has been left meanwhile

CREATE TABLE guest (id integer PRIMARY KEY, seat integer NOT NULL UNIQUE, name text NOT NULL);
CREATE FUNCTION sit(who integer, other integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    found_name text;
BEGIN
    SELECT name || seat INTO found_name FROM guest WHERE id = other;
    INSERT INTO guest (id, seat, name) VALUES (who, 1, 'a guest');
    RETURN found_name;
END $$;
CREATE PROCEDURE change(who integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE guest SET seat = 3 WHERE id = who AND seat = 2;
END $$;
