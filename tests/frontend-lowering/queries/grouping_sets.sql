-- Groups of several sets: columns may be NULL, and there may be a row of nothing.
CREATE TABLE sale (id integer PRIMARY KEY, shop text NOT NULL, price integer NOT NULL);
CREATE FUNCTION total(p integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE r integer;
BEGIN
    SELECT price INTO r FROM sale WHERE id = p GROUP BY CUBE (price);
    IF r IS NULL THEN
        UPDATE sale SET price = 1 WHERE id = p;
    END IF;
    SELECT price INTO r FROM sale WHERE id = p GROUP BY price;
    SELECT s INTO r FROM (SELECT shop, sum(price) AS s FROM sale GROUP BY ROLLUP (shop)) d WHERE d.shop IS NULL;
    RETURN r;
END $$;
