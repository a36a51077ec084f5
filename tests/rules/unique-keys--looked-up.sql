-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: the ticket that is used has the number, so that no other one gets it, whatever rows are added

CREATE TABLE ticket (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, number text NOT NULL UNIQUE, used boolean NOT NULL);
CREATE PROCEDURE exchange(old text, new text) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE ticket SET used = true WHERE number = old AND NOT used;
    IF FOUND THEN
        INSERT INTO ticket (number, used) VALUES (new, false);
    END IF;
END $$;
