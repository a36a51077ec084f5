-- Two invoices draw their numbers from one counter. The second UPDATE waits, and draws from the newest version of the row: what it has
-- computed from the version before the wait, for the NOT NULL check, is thrown away, and is no read.
CREATE TABLE counter (year integer PRIMARY KEY, last_no integer NOT NULL);
CREATE TABLE invoice (year integer NOT NULL, no integer NOT NULL, order_id bigint NOT NULL, PRIMARY KEY (year, no));

CREATE FUNCTION make_invoice(p_order bigint, p_year integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v_no integer;
BEGIN
    UPDATE counter SET last_no = last_no + 1 WHERE year = p_year RETURNING last_no INTO v_no;
    IF NOT FOUND THEN
        INSERT INTO counter VALUES (p_year, 1);
        v_no := 1;
    END IF;
    INSERT INTO invoice VALUES (p_year, v_no, p_order);
    RETURN v_no;
END $$;

-- Beside it the numbers of invoices are not all drawn from the counter, so cycles of the function above with itself are tried.
CREATE FUNCTION make_invoice_max(p_order bigint, p_year integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v_no integer;
BEGIN
    SELECT coalesce(max(no), 0) + 1 INTO v_no FROM invoice WHERE year = p_year;
    INSERT INTO invoice VALUES (p_year, v_no, p_order);
    RETURN v_no;
END $$;
