-- level: postgresql/repeatable-read
-- with: safe
-- without: unsafe
-- why: of two entries of one year the one with the greater number was given it by a snapshot that has the other: two that
--   have not seen each other have the same number, and one of them fails
CREATE TABLE entry (year integer NOT NULL, number integer NOT NULL, text text, PRIMARY KEY (year, number));
CREATE FUNCTION add_entry(p_year integer, p_text text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v_number integer;
BEGIN
    SELECT coalesce(max(number), 0) + 1 INTO v_number FROM entry WHERE year = p_year;
    INSERT INTO entry VALUES (p_year, v_number, p_text);
    RETURN v_number;
END $$;
