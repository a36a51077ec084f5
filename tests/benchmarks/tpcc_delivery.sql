-- After tpcc.sql and one run of Delivery over district 3 of warehouse 1, and a
-- second delivery that finds nothing.

DO $$
BEGIN
    ASSERT (SELECT count(*) FROM new_order) = 0, 'delivered';
    ASSERT (SELECT o_carrier_id FROM orders) = 9, 'carrier';
    ASSERT (SELECT bool_and(ol_delivery_d IS NOT NULL) FROM order_line), 'delivery date';
    ASSERT (SELECT (c_balance, c_delivery_cnt) = (4.5, 1) FROM customer WHERE c_w_id = 1 AND c_d_id = 3 AND c_id = 2),
        'balance';
    ASSERT (SELECT sum(c_delivery_cnt) FROM customer) = 1, 'nobody else';
END;
$$;
