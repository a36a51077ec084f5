-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: an address that was taken and given up again, both unseen, is free for the transaction that looks for it and then takes it

CREATE TABLE person (id serial PRIMARY KEY, address text NOT NULL UNIQUE);
CREATE FUNCTION enlist(wanted text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM person WHERE address = wanted) THEN
        RETURN false;
    END IF;
    INSERT INTO person (address) VALUES (wanted);
    RETURN true;
END $$;
CREATE PROCEDURE leave(who integer) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM person WHERE id = who;
END $$;
