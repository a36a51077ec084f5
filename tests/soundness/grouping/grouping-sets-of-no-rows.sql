-- level: postgresql/read-committed
-- never: safe
-- why: no row at all makes a group of nothing, so FOUND is true; withdraw loses updates
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE TABLE nobody (id integer PRIMARY KEY, CHECK (id < 0));
CREATE PROCEDURE withdraw(p integer) LANGUAGE plpgsql AS $$
DECLARE r integer; b integer;
BEGIN
    SELECT id INTO r FROM nobody WHERE id = 1 GROUP BY GROUPING SETS ((id), ());
    IF FOUND THEN
        SELECT balance INTO b FROM account WHERE id = p;
        UPDATE account SET balance = b - 1 WHERE id = p;
    END IF;
END $$;
