-- TPC-C, clause 2.6: a customer's balance and the lines of the customer's
-- latest order. The customer is given by number (p_c_id) or, when that is NULL,
-- by last name: the middle one in order of first names. That choice reads keys
-- and names only.

CREATE FUNCTION order_status(p_w_id integer, p_d_id integer, p_c_id integer, p_c_last varchar)
RETURNS TABLE (balance numeric, order_id integer, entered timestamp, carrier_id integer,
               item_id integer, supply_w_id integer, quantity integer, amount numeric, delivered timestamp)
LANGUAGE plpgsql AS $$
DECLARE
    v_matches    bigint;
    v_c_id       customer.c_id%TYPE;
    v_balance    customer.c_balance%TYPE;
    v_o_id       orders.o_id%TYPE;
    v_entry_d    orders.o_entry_d%TYPE;
    v_carrier_id orders.o_carrier_id%TYPE;
BEGIN
    IF p_c_id IS NOT NULL THEN
        v_c_id := p_c_id;
    ELSE
        SELECT count(*) INTO v_matches
          FROM customer
         WHERE c_w_id = p_w_id AND c_d_id = p_d_id AND c_last = p_c_last;

        SELECT c_id INTO v_c_id
          FROM customer
         WHERE c_w_id = p_w_id AND c_d_id = p_d_id AND c_last = p_c_last
         ORDER BY c_first
        OFFSET (v_matches - 1) / 2 LIMIT 1;

        IF NOT FOUND THEN
            RAISE EXCEPTION 'no customer named %', p_c_last;
        END IF;
    END IF;

    SELECT c_balance INTO v_balance
      FROM customer
     WHERE c_w_id = p_w_id AND c_d_id = p_d_id AND c_id = v_c_id;

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
