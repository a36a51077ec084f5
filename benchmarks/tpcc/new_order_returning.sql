-- New-Order as in new_order.sql, with the stock read and changed by one UPDATE.

CREATE FUNCTION new_order(p_w_id integer, p_d_id integer, p_c_id integer,
                          p_item_ids integer[], p_supply_w_ids integer[], p_quantities integer[],
                          OUT order_id integer, OUT total_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_w_tax      warehouse.w_tax%TYPE;
    v_d_tax      district.d_tax%TYPE;
    v_discount   customer.c_discount%TYPE;
    v_last       customer.c_last%TYPE;
    v_credit     customer.c_credit%TYPE;
    v_line_count integer := array_length(p_item_ids, 1);
    v_all_local  integer := 1;
    v_price      item.i_price%TYPE;
    v_dist_info  stock.s_dist_01%TYPE;
    v_amount     order_line.ol_amount%TYPE;
    v_sum        numeric := 0;
BEGIN
    SELECT w_tax INTO v_w_tax FROM warehouse WHERE w_id = p_w_id;

    UPDATE district
       SET d_next_o_id = d_next_o_id + 1
     WHERE d_w_id = p_w_id AND d_id = p_d_id
    RETURNING d_tax, d_next_o_id - 1 INTO v_d_tax, order_id;

    SELECT c_discount, c_last, c_credit INTO v_discount, v_last, v_credit
      FROM customer
     WHERE c_w_id = p_w_id AND c_d_id = p_d_id AND c_id = p_c_id;

    FOR i IN 1 .. v_line_count LOOP
        IF p_supply_w_ids[i] <> p_w_id THEN
            v_all_local := 0;
        END IF;
    END LOOP;

    INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)
    VALUES (order_id, p_d_id, p_w_id, p_c_id, now(), NULL, v_line_count, v_all_local);

    INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES (order_id, p_d_id, p_w_id);

    FOR i IN 1 .. v_line_count LOOP
        SELECT i_price INTO v_price FROM item WHERE i_id = p_item_ids[i];
        IF NOT FOUND THEN
            RAISE EXCEPTION 'item number is not valid: %', p_item_ids[i];
        END IF;

        UPDATE stock
           SET s_quantity   = CASE WHEN s_quantity >= p_quantities[i] + 10 THEN s_quantity - p_quantities[i]
                                   ELSE s_quantity - p_quantities[i] + 91 END,
               s_ytd        = s_ytd + p_quantities[i],
               s_order_cnt  = s_order_cnt + 1,
               s_remote_cnt = s_remote_cnt + CASE WHEN p_supply_w_ids[i] = p_w_id THEN 0 ELSE 1 END
         WHERE s_w_id = p_supply_w_ids[i] AND s_i_id = p_item_ids[i]
        RETURNING CASE p_d_id
                      WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03
                      WHEN 4 THEN s_dist_04 WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06
                      WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08 WHEN 9 THEN s_dist_09
                      ELSE s_dist_10
                  END
             INTO v_dist_info;

        v_amount := p_quantities[i] * v_price;
        v_sum := v_sum + v_amount;

        INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id,
                                ol_delivery_d, ol_quantity, ol_amount, ol_dist_info)
        VALUES (order_id, p_d_id, p_w_id, i, p_item_ids[i], p_supply_w_ids[i],
                NULL, p_quantities[i], v_amount, v_dist_info);
    END LOOP;

    total_amount := v_sum * (1 - v_discount) * (1 + v_w_tax + v_d_tax);
END;
$$;
