-- Rows need parents, and values that their constraints accept.
CREATE TABLE region (code char(2) PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE TABLE shop (
    id     integer PRIMARY KEY,
    region char(2) NOT NULL REFERENCES region,
    status text NOT NULL CHECK (status IN ('open', 'closed'))
);
CREATE TABLE stock (
    shop     integer NOT NULL REFERENCES shop,
    article  integer NOT NULL,
    quantity integer NOT NULL CHECK (quantity BETWEEN 0 AND 10),
    price    numeric(5, 2) NOT NULL CHECK (price > 0),
    PRIMARY KEY (shop, article)
);

CREATE PROCEDURE take(p_shop integer, p_article integer) LANGUAGE plpgsql AS $$
DECLARE
    v_quantity integer;
BEGIN
    SELECT quantity INTO v_quantity FROM stock WHERE shop = p_shop AND article = p_article;
    IF v_quantity IS NULL OR v_quantity < 3 THEN
        RAISE EXCEPTION 'sold out';
    END IF;
    UPDATE stock SET quantity = v_quantity - 3 WHERE shop = p_shop AND article = p_article;
END;
$$;
