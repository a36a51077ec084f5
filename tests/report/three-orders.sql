CREATE TABLE invoice (id bigint PRIMARY KEY, amount numeric(10,2) NOT NULL, paid boolean NOT NULL, due date NOT NULL);
CREATE TABLE per_day (day date PRIMARY KEY, revenue numeric(10,2) NOT NULL);

CREATE PROCEDURE pay(p_invoice bigint) LANGUAGE plpgsql AS $$
DECLARE
    v_amount numeric;
BEGIN
    UPDATE invoice SET paid = true WHERE id = p_invoice AND NOT paid RETURNING amount INTO v_amount;
    INSERT INTO per_day (day, revenue) VALUES (current_date, v_amount)
        ON CONFLICT (day) DO UPDATE SET revenue = per_day.revenue + excluded.revenue;
END;
$$;

CREATE FUNCTION revenue(p_from date, p_to date) RETURNS numeric LANGUAGE sql STABLE AS $$
    SELECT coalesce(sum(revenue), 0) FROM per_day WHERE day BETWEEN p_from AND p_to;
$$;

CREATE PROCEDURE rebuild() LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM per_day;
    INSERT INTO per_day SELECT due, sum(amount) FROM invoice WHERE paid GROUP BY due;
END;
$$;
