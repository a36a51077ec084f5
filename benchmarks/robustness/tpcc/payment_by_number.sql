-- TPC-C, clause 2.5, the customer given by number.

CREATE PROCEDURE payment(p_w_id integer, p_d_id integer, p_c_w_id integer, p_c_d_id integer,
                         p_c_id integer, p_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_w_name  warehouse.w_name%TYPE;
    v_d_name  district.d_name%TYPE;
    v_credit  customer.c_credit%TYPE;
    v_balance customer.c_balance%TYPE;
BEGIN
    UPDATE warehouse
       SET w_ytd = w_ytd + p_amount
     WHERE w_id = p_w_id
    RETURNING w_name INTO v_w_name;

    UPDATE district
       SET d_ytd = d_ytd + p_amount
     WHERE d_w_id = p_w_id AND d_id = p_d_id
    RETURNING d_name INTO v_d_name;

    UPDATE customer
       SET c_balance     = c_balance - p_amount,
           c_ytd_payment = c_ytd_payment + p_amount,
           c_payment_cnt = c_payment_cnt + 1
     WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_id = p_c_id
    RETURNING c_credit, c_balance INTO v_credit, v_balance;

    IF v_credit = 'BC' THEN
        UPDATE customer
           SET c_data = left(concat_ws(' ', p_c_id, p_c_d_id, p_c_w_id, p_d_id, p_w_id, p_amount, '|', c_data), 500)
         WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_id = p_c_id;
    END IF;

    INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    VALUES (p_c_id, p_c_d_id, p_c_w_id, p_d_id, p_w_id, now(), p_amount, v_w_name || '    ' || v_d_name);
END;
$$;
