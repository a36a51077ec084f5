-- level: postgresql/repeatable-read
-- never: safe
-- why: RETURNING names the row as the UPDATE leaves it: the lines counted are those of the new number
CREATE TABLE orders (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE line (id integer PRIMARY KEY, orders integer NOT NULL);
CREATE FUNCTION moves(p integer, q integer) RETURNS integer LANGUAGE sql AS $$
    UPDATE orders SET id = q WHERE id = p AND p <> q
    RETURNING (SELECT count(*)::integer FROM line WHERE line.orders = orders.id);
$$;
CREATE FUNCTION adds(k integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    IF EXISTS (SELECT 1 FROM orders WHERE id = q) THEN RETURN; END IF;
    INSERT INTO line VALUES (k, q);
END $$;
