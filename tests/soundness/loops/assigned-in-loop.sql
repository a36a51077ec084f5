-- level: postgresql/read-committed
-- never: safe
-- why: the field has another value in each iteration but the first; withdraw loses updates
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE TYPE pair AS (x integer, y integer);
CREATE TYPE outer_pair AS (p pair, z integer);
CREATE PROCEDURE withdraw(p integer) LANGUAGE plpgsql AS $$
DECLARE o outer_pair; q pair; b integer;
BEGIN
    q := ROW(0, 0);
    o.p := q;
    FOR i IN 1..3 LOOP
        IF (o.p).x > 0 THEN
            SELECT balance INTO b FROM account WHERE id = p;
            UPDATE account SET balance = b - 1 WHERE id = p;
        END IF;
        q.x := q.x + 1;
        o.p := q;
    END LOOP;
END $$;
