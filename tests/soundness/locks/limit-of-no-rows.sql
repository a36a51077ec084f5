-- level: postgresql/read-committed
-- never: safe
-- why: LIMIT takes a value that may be 0: then no row is locked, though the key names one
CREATE TABLE purse (id integer PRIMARY KEY, cents integer NOT NULL);
CREATE FUNCTION withdraw(p integer, amount integer, most integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c integer;
BEGIN
    PERFORM 1 FROM purse WHERE id = p LIMIT most FOR UPDATE;
    SELECT cents INTO c FROM purse WHERE id = p;
    UPDATE purse SET cents = c - amount WHERE id = p;
END $$;
