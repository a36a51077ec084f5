-- level: postgresql/read-committed
-- never: safe
-- why: the record's first field is 2 once it has taken the second row; withdraw loses updates
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE TYPE pair AS (x integer, y integer);
CREATE PROCEDURE withdraw(p integer) LANGUAGE plpgsql AS $$
DECLARE r record; v pair; b integer;
BEGIN
    SELECT 1 AS a, 2 AS b INTO r;
    SELECT 2 AS b, 1 AS a INTO r;
    v := r;
    IF v.x = 2 THEN
        SELECT balance INTO b FROM account WHERE id = p;
        UPDATE account SET balance = b - 1 WHERE id = p;
    END IF;
END $$;
