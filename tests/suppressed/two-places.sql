CREATE TABLE stock (id integer PRIMARY KEY, amount integer NOT NULL);

CREATE PROCEDURE sell(p_stock integer, p_other integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_amount integer;
BEGIN
    SELECT amount INTO v_amount FROM stock WHERE id = p_stock;
    UPDATE stock SET amount = v_amount - 1 WHERE id = p_stock;
    SELECT amount INTO v_amount FROM stock WHERE id = p_other;
    UPDATE stock SET amount = v_amount + 1 WHERE id = p_other;
END;
$$;
