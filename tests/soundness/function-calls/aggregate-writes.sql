-- level: read-atomic
-- never: safe
-- why: the aggregate's function, which no text calls, loses updates of the total
CREATE TABLE item (id integer PRIMARY KEY, price integer NOT NULL);
CREATE TABLE total (id integer PRIMARY KEY, amount integer NOT NULL);
CREATE FUNCTION add_total(p_state integer, p_amount integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v_amount integer;
BEGIN
    SELECT amount INTO v_amount FROM total WHERE id = 1;
    UPDATE total SET amount = v_amount + p_amount WHERE id = 1;
    RETURN v_amount;
END;
$$;
CREATE AGGREGATE totalled(integer) (SFUNC = add_total, STYPE = integer, INITCOND = '0');
CREATE PROCEDURE count_up(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM totalled(price) FROM item WHERE id = p_id;
END;
$$;
