CREATE TABLE entry (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    currency text NOT NULL,
    customer bigint NOT NULL,
    total numeric NOT NULL
);
CREATE FUNCTION book(p_customer bigint, p_currency text, p_amount numeric) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    v_total numeric;
BEGIN
    SELECT total INTO v_total FROM entry WHERE customer = p_customer AND currency = p_currency
        ORDER BY id DESC LIMIT 1;
    v_total := coalesce(v_total, 0) + p_amount;
    INSERT INTO entry (currency, customer, total) VALUES (p_currency, p_customer, v_total);
    RETURN v_total;
END $$;
