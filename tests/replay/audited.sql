-- Each change of an order is logged as jsonb, in which amounts end in zeros.
CREATE TABLE orders (
	order_id bigint PRIMARY KEY,
	status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'paid')),
	total numeric(12,2) NOT NULL DEFAULT 0
);
CREATE TABLE customer (customer_id bigint PRIMARY KEY, points integer NOT NULL DEFAULT 0);
CREATE TABLE audit_log (id bigserial PRIMARY KEY, tab text NOT NULL, old_row jsonb, new_row jsonb);

CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO audit_log (tab, old_row, new_row) VALUES (TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW));
	RETURN NULL;
END $$;
CREATE TRIGGER orders_audit AFTER UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION audit();

CREATE PROCEDURE pay_order(p_order bigint, p_customer bigint) LANGUAGE plpgsql AS $$
DECLARE
	v_status text;
	v_total numeric;
BEGIN
	SELECT status, total INTO STRICT v_status, v_total FROM orders WHERE order_id = p_order;
	IF v_status <> 'new' THEN
		RAISE EXCEPTION 'order % is %', p_order, v_status;
	END IF;
	UPDATE orders SET status = 'paid' WHERE order_id = p_order;
	UPDATE customer SET points = points + floor(v_total) WHERE customer_id = p_customer;
END $$;
