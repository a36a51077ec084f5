-- level: postgresql/read-committed
-- never: safe
-- why: LIMIT locks some of the matching rows, and the sum is of all of them
CREATE TABLE purse (id integer PRIMARY KEY, owner integer NOT NULL, cents integer NOT NULL);
CREATE FUNCTION withdraw(p integer, amount integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c integer;
BEGIN
    PERFORM 1 FROM purse WHERE owner = p LIMIT 21 FOR UPDATE;
    SELECT sum(cents) INTO c FROM purse WHERE owner = p;
    IF c >= amount THEN
        UPDATE purse SET cents = cents - amount WHERE id = (SELECT max(id) FROM purse WHERE owner = p);
    END IF;
END $$;
