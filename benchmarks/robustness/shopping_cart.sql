-- Shopping carts (Brutschy et al., PLDI 2018, from an open-source project on Cassandra).

CREATE TABLE cart_line (
    cart_id  integer,
    item_id  integer,
    quantity integer NOT NULL,
    PRIMARY KEY (cart_id, item_id)
);

CREATE PROCEDURE add_item(p_cart_id integer, p_item_id integer, p_quantity integer)
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO cart_line (cart_id, item_id, quantity) VALUES (p_cart_id, p_item_id, p_quantity)
        ON CONFLICT (cart_id, item_id) DO UPDATE SET quantity = cart_line.quantity + excluded.quantity;
END;
$$;

CREATE PROCEDURE change_quantity(p_cart_id integer, p_item_id integer, p_quantity integer)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE cart_line SET quantity = p_quantity WHERE cart_id = p_cart_id AND item_id = p_item_id;
END;
$$;

CREATE PROCEDURE remove_item(p_cart_id integer, p_item_id integer)
LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM cart_line WHERE cart_id = p_cart_id AND item_id = p_item_id;
END;
$$;

CREATE FUNCTION get_cart(p_cart_id integer) RETURNS TABLE (item_id integer, quantity integer)
LANGUAGE sql AS $$
    SELECT l.item_id, l.quantity FROM cart_line l WHERE l.cart_id = p_cart_id;
$$;
