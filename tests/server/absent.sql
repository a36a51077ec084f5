CREATE TABLE seat (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE guest (id integer PRIMARY KEY, seat integer NOT NULL REFERENCES seat ON DELETE CASCADE);
CREATE FUNCTION taken(which integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT count(*) FROM guest WHERE seat = which);
END $$;
CREATE FUNCTION counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.n := NEW.n + taken(NEW.id);
    RETURN NEW;
END $$;
CREATE TRIGGER counted BEFORE INSERT OR UPDATE ON seat FOR EACH ROW EXECUTE FUNCTION counted();
