-- Payment as in payment.sql, except that the choice by last name fetches the
-- balance of every customer of that name along with the keys. Only the chosen
-- customer's balance is used, and the other reads are thrown away; yet each of
-- them is a read that another payment's write can conflict with.

CREATE PROCEDURE payment(p_w_id integer, p_d_id integer, p_c_w_id integer, p_c_d_id integer,
                         p_c_id integer, p_c_last varchar, p_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_w_name  warehouse.w_name%TYPE;
    v_d_name  district.d_name%TYPE;
    v_ids     integer[];
    v_owed    numeric[];
    v_c_id    customer.c_id%TYPE;
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

    IF p_c_id IS NOT NULL THEN
        v_c_id := p_c_id;
    ELSE
        SELECT array_agg(c_id ORDER BY c_first), array_agg(c_balance ORDER BY c_first)
          INTO v_ids, v_owed
          FROM customer
         WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_last = p_c_last;

        IF v_ids IS NULL THEN
            RAISE EXCEPTION 'no customer named %', p_c_last;
        END IF;
        v_c_id := v_ids[(array_length(v_ids, 1) + 1) / 2];
        RAISE NOTICE 'balance so far: %', v_owed[(array_length(v_ids, 1) + 1) / 2];
    END IF;

    UPDATE customer
       SET c_balance     = c_balance - p_amount,
           c_ytd_payment = c_ytd_payment + p_amount,
           c_payment_cnt = c_payment_cnt + 1
     WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_id = v_c_id
    RETURNING c_credit, c_balance INTO v_credit, v_balance;

    IF v_credit = 'BC' THEN
        UPDATE customer
           SET c_data = left(concat_ws(' ', v_c_id, p_c_d_id, p_c_w_id, p_d_id, p_w_id, p_amount, '|', c_data), 500)
         WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_id = v_c_id;
    END IF;

    INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    VALUES (v_c_id, p_c_d_id, p_c_w_id, p_d_id, p_w_id, now(), p_amount, v_w_name || '    ' || v_d_name);
END;
$$;
