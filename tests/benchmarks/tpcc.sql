-- Runs every TPC-C program once on a small database and checks what it leaves
-- after it. Delivery and the variants are loaded by the script that calls this.

INSERT INTO warehouse
SELECT w, 'w' || w, 's1', 's2', 'city', 'ST', '123456789', 0.1, 0 FROM generate_series(1, 2) AS w;
INSERT INTO district
SELECT d, w, 'd' || d, 's1', 's2', 'city', 'ST', '123456789', 0.05, 0, 1
  FROM generate_series(1, 2) AS w, generate_series(1, 10) AS d;
INSERT INTO customer
SELECT c, d, w, 'first' || c, 'OE', CASE WHEN c <= 4 THEN 'BAROUGHT' ELSE 'ABLE' END, 's1', 's2', 'city', 'ST',
       '123456789', '0123456789012345', now(), CASE WHEN c = 2 THEN 'BC' ELSE 'GC' END, 50000, 0.5, -10, 10, 1, 0,
       'since long ago'
  FROM generate_series(1, 2) AS w, generate_series(1, 10) AS d, generate_series(1, 5) AS c;
INSERT INTO item SELECT i, i, 'item' || i, i, 'data' FROM generate_series(1, 3) AS i;
INSERT INTO stock
SELECT i, w, 15, 'dist_01', 'dist_02', 'dist_03', 'dist_04', 'dist_05', 'dist_06', 'dist_07', 'dist_08', 'dist_09',
       'dist_10', 0, 0, 0, 'data'
  FROM generate_series(1, 2) AS w, generate_series(1, 3) AS i;

DO $$
DECLARE
    r record;
    lines bigint;
BEGIN
    -- New-Order: 4 of item 1 from home, 6 of item 2 from afar; half price, 15 % taxes.
    SELECT * INTO r FROM new_order(1, 3, 2, ARRAY[1, 2], ARRAY[1, 2], ARRAY[4, 6]);
    ASSERT r.order_id = 1, 'first order';
    ASSERT r.total_amount = (4 * 1 + 6 * 2) * 0.5 * 1.15, 'total amount';
    ASSERT (SELECT d_next_o_id FROM district WHERE d_w_id = 1 AND d_id = 3) = 2, 'counter';
    ASSERT (SELECT (o_c_id, o_ol_cnt, o_all_local) = (2, 2, 0) AND o_carrier_id IS NULL FROM orders), 'order';
    ASSERT (SELECT count(*) FROM new_order) = 1, 'undelivered order';
    ASSERT (SELECT (s_quantity, s_ytd, s_order_cnt, s_remote_cnt) = (11, 4, 1, 0)
              FROM stock WHERE s_w_id = 1 AND s_i_id = 1), 'stock at home';
    ASSERT (SELECT (s_quantity, s_ytd, s_order_cnt, s_remote_cnt) = (100, 6, 1, 1)
              FROM stock WHERE s_w_id = 2 AND s_i_id = 2), 'stock afar, filled up';
    ASSERT (SELECT bool_and(ol_dist_info LIKE 'dist_03%' AND ol_delivery_d IS NULL) FROM order_line), 'order lines';

    -- An unused item rolls everything back.
    BEGIN
        PERFORM new_order(1, 3, 2, ARRAY[1, 99], ARRAY[1, 1], ARRAY[1, 1]);
        ASSERT false, 'an unused item was accepted';
    EXCEPTION WHEN raise_exception THEN
        NULL;
    END;
    ASSERT (SELECT count(*) FROM orders) = 1, 'rolled back order';
    ASSERT (SELECT d_next_o_id FROM district WHERE d_w_id = 1 AND d_id = 3) = 2, 'rolled back counter';

    -- Payment by number, good credit; then by name: the second of four, who has bad credit.
    CALL payment(2, 1, 1, 3, 5, NULL, 7);
    ASSERT (SELECT (c_balance, c_ytd_payment, c_payment_cnt) = (-17, 17, 2) AND c_data = 'since long ago'
              FROM customer WHERE c_w_id = 1 AND c_d_id = 3 AND c_id = 5), 'payment by number';
    CALL payment(2, 1, 1, 3, NULL, 'BAROUGHT', 1.5);
    ASSERT (SELECT (c_balance, c_ytd_payment, c_payment_cnt) = (-11.5, 11.5, 2)
                   AND c_data = '2 3 1 1 2 1.5 | since long ago'
              FROM customer WHERE c_w_id = 1 AND c_d_id = 3 AND c_id = 2), 'payment by name';
    ASSERT (SELECT w_ytd FROM warehouse WHERE w_id = 2) = 8.5, 'warehouse';
    ASSERT (SELECT d_ytd FROM district WHERE d_w_id = 2 AND d_id = 1) = 8.5, 'district';
    ASSERT (SELECT count(*) = 2 AND min(h_data) = 'w2    d1' FROM history), 'history';
    BEGIN
        CALL payment(1, 1, 1, 1, NULL, 'NOBODY', 1);
        ASSERT false, 'an unknown name was accepted';
    EXCEPTION WHEN raise_exception THEN
        NULL;
    END;

    -- Order-Status by number and by name agree; a customer without orders has no lines.
    SELECT count(*) INTO lines FROM order_status(1, 3, 2, NULL) WHERE order_id = 1 AND balance = -11.5;
    ASSERT lines = 2, 'order status by number';
    SELECT count(*) INTO lines FROM order_status(1, 3, NULL, 'BAROUGHT') WHERE order_id = 1 AND balance = -11.5;
    ASSERT lines = 2, 'order status by name';
    ASSERT NOT EXISTS (SELECT FROM order_status(1, 3, 1, NULL)), 'order status without orders';

    -- Stock-Level: item 1 has 11 left, item 2 at home still 15.
    ASSERT stock_level(1, 3, 15) = 1, 'stock level';
    ASSERT stock_level(1, 3, 16) = 2, 'stock level, higher threshold';
    ASSERT stock_level(1, 4, 16) = 0, 'stock level of a district without orders';
END;
$$;
