-- Beillahi, Bouajjani & Enea 2019, section 8: TPC-C with three programs that add a product, a warehouse whose number depends on how many
-- there are, and a customer.

CREATE PROCEDURE add_product(p_i_id integer, p_im_id integer, p_name varchar, p_price numeric)
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO item (i_id, i_im_id, i_name, i_price, i_data) VALUES (p_i_id, p_im_id, p_name, p_price, '');
END;
$$;

-- Only where there are customers enough for another one.
CREATE PROCEDURE add_warehouse(p_name varchar, p_state char(2), p_tax numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_customers  bigint;
    v_warehouses bigint;
BEGIN
    SELECT count(*) INTO v_customers FROM customer;
    SELECT count(*) INTO v_warehouses FROM warehouse;
    IF v_customers >= 30000 * v_warehouses THEN
        INSERT INTO warehouse (w_id, w_name, w_street_1, w_street_2, w_city, w_state, w_zip, w_tax, w_ytd)
        VALUES (v_warehouses + 1, p_name, '', '', '', p_state, '000000000', p_tax, 0);
    END IF;
END;
$$;

CREATE PROCEDURE add_customer(p_w_id integer, p_d_id integer, p_c_id integer, p_first varchar, p_last varchar)
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO customer (c_id, c_d_id, c_w_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip,
                          c_phone, c_since, c_credit, c_credit_lim, c_discount, c_balance, c_ytd_payment, c_payment_cnt,
                          c_delivery_cnt, c_data)
    VALUES (p_c_id, p_d_id, p_w_id, p_first, 'OE', p_last, '', '', '', 'NY', '000000000',
            '0000000000000000', now(), 'GC', 50000, 0, 0, 0, 0, 0, '');
END;
$$;
