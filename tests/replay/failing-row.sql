CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL CHECK (balance >= 0), owner text);
CREATE TABLE ledger (id int PRIMARY KEY, entries int NOT NULL);

-- What the error says of the row is all that is read of its owner.
CREATE FUNCTION overdraw(x int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    r text := '';
BEGIN
    BEGIN
        UPDATE account SET balance = -1 WHERE id = x;
    EXCEPTION
        WHEN check_violation THEN
            GET STACKED DIAGNOSTICS r = PG_EXCEPTION_DETAIL;
    END;
    UPDATE ledger SET entries = 5 WHERE id = x;
    RETURN r;
END $$;

CREATE FUNCTION give(x int, n text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    y int;
BEGIN
    SELECT entries INTO y FROM ledger WHERE id = x;
    UPDATE account SET owner = n WHERE id = x;
    RETURN y;
END $$;
