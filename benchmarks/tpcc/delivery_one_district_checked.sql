-- Delivery as in delivery_one_district.sql, which fails when the order that is to
-- be delivered is missing: the program says what the foreign key from new_order
-- to orders guarantees.

CREATE PROCEDURE delivery(p_w_id integer, p_d_id integer, p_carrier_id integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_o_id   new_order.no_o_id%TYPE;
    v_c_id   orders.o_c_id%TYPE;
    v_amount numeric;
BEGIN
    SELECT min(no_o_id) INTO v_o_id
      FROM new_order
     WHERE no_w_id = p_w_id AND no_d_id = p_d_id;

    IF v_o_id IS NULL THEN
        RETURN;
    END IF;

    DELETE FROM new_order WHERE no_w_id = p_w_id AND no_d_id = p_d_id AND no_o_id = v_o_id;

    SELECT o_c_id INTO v_c_id
      FROM orders
     WHERE o_w_id = p_w_id AND o_d_id = p_d_id AND o_id = v_o_id;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'order % of district % is missing', v_o_id, p_d_id;
    END IF;

    UPDATE orders
       SET o_carrier_id = p_carrier_id
     WHERE o_w_id = p_w_id AND o_d_id = p_d_id AND o_id = v_o_id;

    UPDATE order_line
       SET ol_delivery_d = now()
     WHERE ol_w_id = p_w_id AND ol_d_id = p_d_id AND ol_o_id = v_o_id;

    SELECT sum(ol_amount) INTO v_amount
      FROM order_line
     WHERE ol_w_id = p_w_id AND ol_d_id = p_d_id AND ol_o_id = v_o_id;

    UPDATE customer
       SET c_balance      = c_balance + v_amount,
           c_delivery_cnt = c_delivery_cnt + 1
     WHERE c_w_id = p_w_id AND c_d_id = p_d_id AND c_id = v_c_id;
END;
$$;
