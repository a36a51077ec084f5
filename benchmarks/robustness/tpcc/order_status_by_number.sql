-- TPC-C, clause 2.6, the customer given by number.

CREATE FUNCTION order_status(p_w_id integer, p_d_id integer, p_c_id integer)
RETURNS TABLE (balance numeric, order_id integer, entered timestamp, carrier_id integer,
               item_id integer, supply_w_id integer, quantity integer, amount numeric, delivered timestamp)
LANGUAGE plpgsql AS $$
DECLARE
    v_balance    customer.c_balance%TYPE;
    v_o_id       orders.o_id%TYPE;
    v_entry_d    orders.o_entry_d%TYPE;
    v_carrier_id orders.o_carrier_id%TYPE;
BEGIN
    SELECT c_balance INTO v_balance
      FROM customer
     WHERE c_w_id = p_w_id AND c_d_id = p_d_id AND c_id = p_c_id;

    SELECT o_id, o_entry_d, o_carrier_id INTO v_o_id, v_entry_d, v_carrier_id
      FROM orders
     WHERE o_w_id = p_w_id AND o_d_id = p_d_id AND o_c_id = p_c_id
     ORDER BY o_id DESC
     LIMIT 1;

    RETURN QUERY
    SELECT v_balance, v_o_id, v_entry_d, v_carrier_id,
           ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
      FROM order_line
     WHERE ol_w_id = p_w_id AND ol_d_id = p_d_id AND ol_o_id = v_o_id;
END;
$$;
