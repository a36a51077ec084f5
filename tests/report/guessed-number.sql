SELECT pg_catalog.set_config('application_name', 'loader', false);

CREATE TABLE item (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stock integer NOT NULL, moves integer NOT NULL);
ALTER TABLE item_id_seq OWNER TO postgres;

CREATE PROCEDURE add_item(p_stock integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO item (stock, moves) VALUES (p_stock, 0);
END;
$$;

CREATE PROCEDURE take(p_item bigint) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE item SET stock = stock - 1 WHERE id = p_item;
    UPDATE item SET moves = moves + 1 WHERE id = p_item;
END;
$$;

CREATE PROCEDURE empty_item(p_item bigint) LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT stock INTO n FROM item WHERE id = p_item;
    UPDATE item SET stock = stock - n WHERE id = p_item;
END;
$$;
