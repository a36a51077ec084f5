-- level: postgresql/read-committed
-- with: unsafe
-- without: safe
-- why: the price is of the statement's snapshot, the locked stock may be newer: one transaction changed both

CREATE TABLE price (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE stock (id integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION offer(x integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE total integer;
BEGIN
    SELECT p.v * s.n INTO total FROM price p, stock s WHERE p.id = x AND s.id = x FOR SHARE OF s;
    RETURN total;
END $$;
CREATE PROCEDURE deliver(x integer, n1 integer, v1 integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE stock SET n = n1 WHERE id = x;
    UPDATE price SET v = v1 WHERE id = x;
END $$;
