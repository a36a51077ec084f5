-- Payment as in payment.sql, except that it reads the customer's balance and then
-- writes the new one as a value, in the way of programs that were moved from a
-- client into the server: between the two, another payment is lost.

CREATE PROCEDURE payment(p_w_id integer, p_d_id integer, p_c_w_id integer, p_c_d_id integer,
                         p_c_id integer, p_c_last varchar, p_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_w_name  warehouse.w_name%TYPE;
    v_d_name  district.d_name%TYPE;
    v_matches bigint;
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
        SELECT count(*) INTO v_matches
          FROM customer
         WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_last = p_c_last;

        SELECT c_id INTO v_c_id
          FROM customer
         WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_last = p_c_last
         ORDER BY c_first
        OFFSET (v_matches - 1) / 2 LIMIT 1;

        IF NOT FOUND THEN
            RAISE EXCEPTION 'no customer named %', p_c_last;
        END IF;
    END IF;

    SELECT c_credit, c_balance INTO v_credit, v_balance
      FROM customer
     WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_id = v_c_id;
    v_balance := v_balance - p_amount;

    UPDATE customer
       SET c_balance     = v_balance,
           c_ytd_payment = c_ytd_payment + p_amount,
           c_payment_cnt = c_payment_cnt + 1
     WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_id = v_c_id;

    IF v_credit = 'BC' THEN
        UPDATE customer
           SET c_data = left(concat_ws(' ', v_c_id, p_c_d_id, p_c_w_id, p_d_id, p_w_id, p_amount, '|', c_data), 500)
         WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_id = v_c_id;
    END IF;

    INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    VALUES (v_c_id, p_c_d_id, p_c_w_id, p_d_id, p_w_id, now(), p_amount, v_w_name || '    ' || v_d_name);
END;
$$;
