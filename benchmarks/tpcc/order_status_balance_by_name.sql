-- Order-Status as in order_status.sql, except that the choice by last name
-- fetches the balance of every customer of that name.

CREATE FUNCTION order_status(p_w_id integer, p_d_id integer, p_c_id integer, p_c_last varchar)
RETURNS TABLE (balance numeric, order_id integer, entered timestamp, carrier_id integer,
               item_id integer, supply_w_id integer, quantity integer, amount numeric, delivered timestamp)
LANGUAGE plpgsql AS $$
DECLARE
    v_ids        integer[];
    v_balances   numeric[];
    v_c_id       customer.c_id%TYPE;
    v_balance    customer.c_balance%TYPE;
    v_o_id       orders.o_id%TYPE;
    v_entry_d    orders.o_entry_d%TYPE;
    v_carrier_id orders.o_carrier_id%TYPE;
BEGIN
    IF p_c_id IS NOT NULL THEN
        v_c_id := p_c_id;
        SELECT c_balance INTO v_balance
          FROM customer
         WHERE c_w_id = p_w_id AND c_d_id = p_d_id AND c_id = v_c_id;
    ELSE
        SELECT array_agg(c_id ORDER BY c_first), array_agg(c_balance ORDER BY c_first)
          INTO v_ids, v_balances
          FROM customer
         WHERE c_w_id = p_w_id AND c_d_id = p_d_id AND c_last = p_c_last;

        IF v_ids IS NULL THEN
            RAISE EXCEPTION 'no customer named %', p_c_last;
        END IF;
        v_c_id := v_ids[(array_length(v_ids, 1) + 1) / 2];
        v_balance := v_balances[(array_length(v_ids, 1) + 1) / 2];
    END IF;

    SELECT o_id, o_entry_d, o_carrier_id INTO v_o_id, v_entry_d, v_carrier_id
      FROM orders
     WHERE o_w_id = p_w_id AND o_d_id = p_d_id AND o_c_id = v_c_id
     ORDER BY o_id DESC
     LIMIT 1;

    RETURN QUERY
    SELECT v_balance, v_o_id, v_entry_d, v_carrier_id,
           ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
      FROM order_line
     WHERE ol_w_id = p_w_id AND ol_d_id = p_d_id AND ol_o_id = v_o_id;
END;
$$;
