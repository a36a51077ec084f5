-- Four of ten programs call functions that no file creates.
CREATE TABLE stock (item integer PRIMARY KEY, amount integer NOT NULL, note text);
CREATE TABLE price (item integer PRIMARY KEY, cents integer NOT NULL, note text);
CREATE TABLE place (item integer PRIMARY KEY, shelf integer NOT NULL, note text);

CREATE FUNCTION take(p_item integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT amount INTO v FROM stock WHERE item = p_item;
    UPDATE stock SET amount = v - 1 WHERE item = p_item;
    RETURN v;
END $$;
CREATE FUNCTION stock_of(p_item integer) RETURNS integer LANGUAGE sql AS $$ SELECT amount FROM stock WHERE item = p_item $$;
CREATE FUNCTION price_of(p_item integer) RETURNS integer LANGUAGE sql AS $$ SELECT cents FROM price WHERE item = p_item $$;
CREATE FUNCTION place_of(p_item integer) RETURNS integer LANGUAGE sql AS $$ SELECT shelf FROM place WHERE item = p_item $$;
CREATE FUNCTION set_price(p_item integer, p integer) RETURNS void LANGUAGE sql AS $$ UPDATE price SET cents = p WHERE item = p_item $$;
CREATE FUNCTION set_place(p_item integer, p integer) RETURNS void LANGUAGE sql AS $$ UPDATE place SET shelf = p WHERE item = p_item $$;
CREATE FUNCTION tell_a(p_item integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM elsewhere.tell(p_item); END $$;
CREATE FUNCTION tell_b(p_item integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM elsewhere.tell(p_item); END $$;
CREATE FUNCTION tell_c(p_item integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM elsewhere.tell(p_item); END $$;
CREATE FUNCTION tell_d(p_item integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM elsewhere.tell(p_item); END $$;
