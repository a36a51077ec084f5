-- level: postgresql/read-committed
-- never: safe
-- why: the column is compared by the collation of the other side, so that its key names several rows, and LIMIT locks one
CREATE COLLATION any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE purse (name text PRIMARY KEY, cents integer NOT NULL);
CREATE FUNCTION withdraw(p text, amount integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c integer;
BEGIN
    PERFORM 1 FROM purse WHERE name = p COLLATE any_case LIMIT 1 FOR UPDATE;
    SELECT sum(cents) INTO c FROM purse WHERE name = p COLLATE any_case;
    UPDATE purse SET cents = c - amount WHERE name = 'a';
END $$;
CREATE FUNCTION add_one() RETURNS void LANGUAGE sql AS $$ UPDATE purse SET cents = cents + 1 WHERE name = 'a' $$;
