-- The three more programs have the effects that their names say.
INSERT INTO warehouse VALUES (1, 'a', 'a', 'b', 'c', 'NY', '123456789', 0.1, 0);
INSERT INTO district VALUES (1, 1, 'a', 'a', 'b', 'c', 'NY', '123456789', 0.1, 0, 1);
CALL add_product(1, 1, 'pen', 2.50);
CALL add_customer(1, 1, 1, 'Ada', 'Smith');
CALL add_warehouse('b', 'NY', 0.1);
CALL payment(1, 1, 1, 1, 1, 10);
DO $$
BEGIN
    ASSERT (SELECT count(*) FROM item) = 1;
    ASSERT (SELECT c_balance FROM customer) = -10;
    ASSERT (SELECT count(*) FROM warehouse) = 1; -- too few customers
    ASSERT (SELECT balance FROM order_status(1, 1, 1)) IS NULL; -- nothing was ordered
END $$;
