-- level: postgresql/repeatable-read
-- never: safe
-- why: the trigger reads what the UPDATE would change and calls it off: nothing is written there, write skew
CREATE TABLE account (id integer PRIMARY KEY, n integer NOT NULL, look boolean NOT NULL);
CREATE TABLE seen (id integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.look THEN
        UPDATE seen SET n = OLD.n WHERE id = OLD.id;
        RETURN NULL;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER look BEFORE UPDATE ON account FOR EACH ROW EXECUTE FUNCTION look();
CREATE PROCEDURE looks(x integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET look = true WHERE id = x;
END $$;
CREATE PROCEDURE doubles(x integer) LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT n INTO v FROM seen WHERE id = x;
    UPDATE account SET n = v + 1, look = false WHERE id = x;
END $$;
