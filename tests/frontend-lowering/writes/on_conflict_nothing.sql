CREATE FUNCTION p(a integer, b integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE n integer;
BEGIN
INSERT INTO line (ord_id, no) VALUES (a, b) ON CONFLICT DO NOTHING;
GET DIAGNOSTICS n = ROW_COUNT;
IF NOT FOUND THEN
UPDATE line SET price = n WHERE ord_id = a;
END IF;
RETURN n;
END;
$$;
