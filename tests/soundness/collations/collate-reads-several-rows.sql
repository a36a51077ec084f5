-- level: postgresql/repeatable-read
-- never: safe
-- why: under the collation of the other side one text matches several keys, and two transactions write different ones
CREATE COLLATION any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE purse (name text PRIMARY KEY, cents integer NOT NULL);
CREATE FUNCTION withdraw(p text, amount integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c integer;
BEGIN
    SELECT sum(cents) INTO c FROM purse WHERE name = p COLLATE any_case;
    IF c >= amount THEN
        UPDATE purse SET cents = cents - amount WHERE name = p;
    END IF;
END $$;
