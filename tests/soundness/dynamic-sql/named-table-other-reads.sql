-- level: postgresql/read-committed
-- never: safe
-- why: whatever table the name is of, the statement reads the counter: two calls may take one number
CREATE TABLE counter (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE ticket (no integer NOT NULL);
CREATE FUNCTION p(t text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF t = 'ticket' THEN
        RAISE EXCEPTION 'not for tickets';
    END IF;
    EXECUTE format('INSERT INTO %I (no) SELECT n FROM counter WHERE id = 1', t);
    UPDATE counter SET n = n + 1 WHERE id = 1;
END $$;
