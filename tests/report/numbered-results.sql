CREATE TABLE purchase (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer bigint NOT NULL);
CREATE TABLE stock (product bigint PRIMARY KEY, reserved integer NOT NULL);
CREATE TABLE cart (customer bigint, product bigint, PRIMARY KEY (customer, product));
CREATE TABLE log (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, what text NOT NULL);

CREATE PROCEDURE checkout(p_customer bigint, INOUT p_purchase bigint) LANGUAGE plpgsql AS $$
DECLARE
    v_product bigint;
BEGIN
    INSERT INTO log (what) VALUES ('checkout');
    INSERT INTO log (what) VALUES ('of a cart');
    INSERT INTO log (what) VALUES ('begins');
    INSERT INTO purchase (customer) VALUES (p_customer) RETURNING id INTO p_purchase;
    SELECT product INTO v_product FROM cart WHERE customer = p_customer;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the cart is empty';
    END IF;
    UPDATE stock SET reserved = reserved + 1 WHERE product = v_product;
    DELETE FROM cart WHERE customer = p_customer;
END;
$$;
