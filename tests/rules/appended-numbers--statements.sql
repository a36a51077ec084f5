-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: where each statement has a snapshot, that of the statement that gives the number; also as one statement
CREATE TABLE entry (year integer NOT NULL, number integer NOT NULL, text text, PRIMARY KEY (year, number));
CREATE FUNCTION add_entry(p_year integer, p_text text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO entry SELECT p_year, coalesce(max(number), 0) + 1, p_text FROM entry WHERE year = p_year;
$$;
CREATE FUNCTION add_next(p_year integer, p_text text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_number integer;
BEGIN
    SELECT number INTO v_number FROM entry WHERE year = p_year ORDER BY number DESC LIMIT 1;
    IF v_number IS NULL THEN v_number := 1; ELSE v_number := v_number + 1; END IF;
    INSERT INTO entry VALUES (p_year, v_number, p_text);
END $$;
