-- level: read-atomic
-- never: safe
-- why: the function called for each row inserts into a table whose trigger loses updates of the total
CREATE TABLE item (id integer PRIMARY KEY, price integer NOT NULL);
CREATE TABLE sale (item integer, at timestamptz);
CREATE TABLE total (id integer PRIMARY KEY, amount integer NOT NULL);
CREATE FUNCTION add_total() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v_amount integer;
BEGIN
    SELECT amount INTO v_amount FROM total WHERE id = 1;
    UPDATE total SET amount = v_amount + 1 WHERE id = 1;
    RETURN NEW;
END;
$$;
CREATE TRIGGER sold AFTER INSERT ON sale FOR EACH ROW EXECUTE FUNCTION add_total();
CREATE FUNCTION sell(p_item integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO sale VALUES (p_item, now()) $$;
CREATE PROCEDURE sell_all(p_price integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM sell(id) FROM item WHERE price = p_price;
END;
$$;
