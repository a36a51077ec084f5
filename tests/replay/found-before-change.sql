CREATE TABLE counter (name text PRIMARY KEY, n integer NOT NULL);

-- The row is there: nothing is inserted, and no lock kept. Each reads the count before the other has changed it.
CREATE PROCEDURE hit(p_name text) LANGUAGE plpgsql AS $$
DECLARE
    v_n integer;
BEGIN
    INSERT INTO counter (name, n) VALUES (p_name, 0) ON CONFLICT DO NOTHING;
    SELECT n INTO v_n FROM counter WHERE name = p_name;
    UPDATE counter SET n = v_n + 1 WHERE name = p_name;
END $$;
