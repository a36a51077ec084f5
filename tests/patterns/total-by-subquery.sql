-- why: both write the order's row, so that repeatable read refuses the later one; read committed lets it wait with the sum that its snapshot gave
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE orders (id integer PRIMARY KEY, total integer NOT NULL);
CREATE TABLE line (orders integer REFERENCES orders, no integer, amount integer NOT NULL, PRIMARY KEY (orders, no));

CREATE FUNCTION add_line(o integer, n integer, a integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO line VALUES (o, n, a);
    UPDATE orders SET total = (SELECT sum(amount) FROM line WHERE line.orders = orders.id) WHERE id = o;
END $$;
