-- level: postgresql/repeatable-read
-- never: safe
-- why: what the UPDATE only looks at, and then leaves alone, it does not write: write skew
CREATE TABLE account (id integer PRIMARY KEY, owner integer NOT NULL, n integer NOT NULL);
CREATE TABLE favourite (id integer PRIMARY KEY, owner integer NOT NULL, account integer);
CREATE PROCEDURE fills(x integer, y integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET n = (SELECT sum(other.n) FROM account other WHERE other.owner = x)
        FROM favourite f LEFT JOIN account a ON a.id = f.account
        WHERE f.owner = x AND account.id = y AND coalesce(a.n, 0) = 0;
END $$;
