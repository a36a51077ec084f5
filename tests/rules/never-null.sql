-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a default for a time that is missing is never used in place of the time of the transaction

CREATE TABLE purse (id integer PRIMARY KEY, cents integer NOT NULL);
CREATE PROCEDURE pay(p integer) LANGUAGE plpgsql AS $$
DECLARE
    due timestamptz := now();
    q integer;
BEGIN
    SELECT cents INTO q FROM purse WHERE id = p;
    IF due IS NULL THEN
        UPDATE purse SET cents = q - 1 WHERE id = p;
    END IF;
END $$;
