-- Two checkouts of one cart read the cart and then the stock, both before the other's commit. Only the read of the cart matters: with a
-- later read of the stock the goods are still reserved twice.
CREATE TABLE cart (customer integer, product integer, quantity integer NOT NULL, PRIMARY KEY (customer, product));
CREATE TABLE stock (product integer PRIMARY KEY, reserved integer NOT NULL);

CREATE FUNCTION checkout(c integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    r record;
    v_reserved integer;
BEGIN
    FOR r IN SELECT product, quantity FROM cart WHERE customer = c LOOP
        SELECT reserved INTO v_reserved FROM stock WHERE product = r.product;
        IF v_reserved < 10 THEN
            UPDATE stock SET reserved = reserved + r.quantity WHERE product = r.product;
        END IF;
    END LOOP;
    DELETE FROM cart WHERE customer = c;
END $$;
