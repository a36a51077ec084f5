CREATE TABLE account (id bigint PRIMARY KEY, balance numeric NOT NULL);
CREATE TABLE per_day (day date PRIMARY KEY, revenue numeric NOT NULL);

CREATE PROCEDURE take(p_id bigint, p_amount numeric) LANGUAGE plpgsql AS $$
DECLARE
    v_balance numeric;
BEGIN
    SELECT balance INTO v_balance FROM account WHERE id = p_id;
    UPDATE account SET balance = v_balance - p_amount WHERE id = p_id;
END;
$$;

CREATE PROCEDURE earn(p_amount numeric) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO per_day VALUES (current_date, p_amount) ON CONFLICT (day) DO UPDATE SET revenue = per_day.revenue + p_amount;
END;
$$;

CREATE FUNCTION revenue(p_from date, p_to date) RETURNS numeric LANGUAGE sql STABLE AS $$
    SELECT coalesce(sum(revenue), 0) FROM per_day WHERE day BETWEEN p_from AND p_to;
$$;
