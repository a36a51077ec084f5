-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: the row that is changed was found, so that the transaction changing it has not found it missing

CREATE TABLE item (id integer PRIMARY KEY, cart integer NOT NULL, quantity integer NOT NULL, UNIQUE (cart));
CREATE PROCEDURE add(x integer, p_cart integer, n integer) LANGUAGE plpgsql AS $$
DECLARE v_item integer;
BEGIN
    SELECT id INTO v_item FROM item WHERE cart = p_cart FOR UPDATE;
    IF FOUND THEN
        UPDATE item SET quantity = quantity + n WHERE id = v_item;
    ELSE
        INSERT INTO item VALUES (x, p_cart, n);
    END IF;
END $$;
