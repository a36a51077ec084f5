-- TPC-C, clause 2.8: how many items of a district's last twenty orders are
-- running low in the warehouse's stock.

CREATE FUNCTION stock_level(p_w_id integer, p_d_id integer, p_threshold integer) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    v_next_o_id district.d_next_o_id%TYPE;
    v_low_stock bigint;
BEGIN
    SELECT d_next_o_id INTO v_next_o_id
      FROM district
     WHERE d_w_id = p_w_id AND d_id = p_d_id;

    SELECT count(DISTINCT s_i_id) INTO v_low_stock
      FROM order_line
      JOIN stock ON s_w_id = ol_w_id AND s_i_id = ol_i_id
     WHERE ol_w_id = p_w_id
       AND ol_d_id = p_d_id
       AND ol_o_id >= v_next_o_id - 20
       AND ol_o_id < v_next_o_id
       AND s_quantity < p_threshold;

    RETURN v_low_stock;
END;
$$;
