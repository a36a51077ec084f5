-- No transaction writes what another one reads or writes.
CREATE TABLE country (code text PRIMARY KEY, name text NOT NULL);

CREATE FUNCTION country_name(p_code text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    v text;
BEGIN
    SELECT name INTO v FROM country WHERE code = p_code;
    RETURN v;
END;
$$;
