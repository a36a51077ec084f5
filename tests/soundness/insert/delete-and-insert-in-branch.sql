-- level: postgresql/repeatable-read
-- never: safe
-- why: without a value the row goes and does not come back
CREATE TABLE setting (name integer PRIMARY KEY, value integer NOT NULL);
CREATE PROCEDURE replace(p_name integer, p_value integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT value INTO v FROM setting WHERE name = p_name + 1;
    DELETE FROM setting WHERE name = p_name;
    IF p_value IS NOT NULL THEN
        INSERT INTO setting VALUES (p_name, p_value + coalesce(v, 0));
    END IF;
END $$;
