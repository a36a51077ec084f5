-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a purse that does not suffice is looked at once: a transaction that finds it changed has not seen it as it was before

CREATE TABLE purse (id integer PRIMARY KEY, cents integer NOT NULL CHECK (cents >= 0));
CREATE FUNCTION pay(p integer, amount integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    UPDATE purse SET cents = cents - amount WHERE id = p;
    RETURN FOUND;
EXCEPTION WHEN check_violation THEN
    RETURN false;
END $$;
