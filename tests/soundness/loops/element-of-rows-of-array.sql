-- level: postgresql/read-committed
-- never: safe
-- why: the rows of an array may name one account twice or accounts in any order; transfer loses updates
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE TYPE move AS (source integer, amount integer);
CREATE PROCEDURE transfer(moves move[]) LANGUAGE plpgsql AS $$
DECLARE m move; b integer;
BEGIN
    FOREACH m IN ARRAY moves LOOP
        SELECT balance INTO b FROM account WHERE id = m.source;
        UPDATE account SET balance = b - m.amount WHERE id = m.source;
    END LOOP;
END $$;
