-- Shopping Cart: users add products to their carts, take them out, change how
-- many of each they want, and look at what they have; as described by
-- Sivaramakrishnan, Kaki & Jagannathan (PLDI 2015) and Bouajjani, Enea &
-- Román-Calvo (PLDI 2023, section 7.2).

CREATE TABLE products (
    product_id integer PRIMARY KEY,
    name       text NOT NULL,
    price      numeric(8, 2) NOT NULL CHECK (price >= 0)
);

CREATE TABLE cart_items (
    user_id    integer NOT NULL,
    product_id integer NOT NULL REFERENCES products,
    quantity   integer NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (user_id, product_id)
);

-- What is in the cart already is added to.
CREATE PROCEDURE add_item(p_user_id integer, p_product_id integer, p_quantity integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_quantity cart_items.quantity%TYPE;
BEGIN
    SELECT quantity INTO v_quantity
      FROM cart_items
     WHERE user_id = p_user_id AND product_id = p_product_id;

    IF FOUND THEN
        UPDATE cart_items
           SET quantity = v_quantity + p_quantity
         WHERE user_id = p_user_id AND product_id = p_product_id;
    ELSE
        INSERT INTO cart_items (user_id, product_id, quantity) VALUES (p_user_id, p_product_id, p_quantity);
    END IF;
END;
$$;

-- Was it there?
CREATE FUNCTION remove_item(p_user_id integer, p_product_id integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM cart_items WHERE user_id = p_user_id AND product_id = p_product_id;
    RETURN FOUND;
END;
$$;

-- Was it there? None of it is wanted any more: the item goes.
CREATE FUNCTION change_quantity(p_user_id integer, p_product_id integer, p_quantity integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    IF p_quantity <= 0 THEN
        DELETE FROM cart_items WHERE user_id = p_user_id AND product_id = p_product_id;
    ELSE
        UPDATE cart_items
           SET quantity = p_quantity
         WHERE user_id = p_user_id AND product_id = p_product_id;
    END IF;
    RETURN FOUND;
END;
$$;

CREATE FUNCTION get_cart(p_user_id integer)
RETURNS TABLE (product_id integer, name text, quantity integer, amount numeric)
LANGUAGE sql STABLE AS $$
    SELECT p.product_id, p.name, c.quantity, c.quantity * p.price
      FROM cart_items AS c
      JOIN products AS p ON p.product_id = c.product_id
     WHERE c.user_id = p_user_id
     ORDER BY p.product_id;
$$;
