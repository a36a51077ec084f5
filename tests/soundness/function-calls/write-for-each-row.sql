-- level: read-atomic
-- never: safe
-- why: the function that is called for each row adds to a total that other tables do not show
CREATE TABLE item (id integer PRIMARY KEY, price integer NOT NULL);
CREATE TABLE total (id integer PRIMARY KEY, amount integer NOT NULL);
CREATE FUNCTION add_total(p_amount integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v_amount integer;
BEGIN
    SELECT amount INTO v_amount FROM total WHERE id = 1;
    UPDATE total SET amount = v_amount + p_amount WHERE id = 1;
    RETURN v_amount;
END;
$$;
CREATE PROCEDURE count_up(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM add_total(price) FROM item WHERE id = p_id;
END;
$$;
