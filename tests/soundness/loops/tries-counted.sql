-- level: postgresql/read-committed
-- never: safe
-- why: how often a loop has tried is known afterwards: the first try has read that the row was missing
CREATE TABLE db (a integer PRIMARY KEY, b integer NOT NULL);

CREATE FUNCTION merge_db(key integer, data integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    tries integer := 0;
BEGIN
    LOOP
        UPDATE db SET b = data WHERE a = key;
        IF found THEN
            RETURN tries;
        END IF;
        BEGIN
            INSERT INTO db (a, b) VALUES (key, data);
            RETURN tries;
        EXCEPTION WHEN unique_violation THEN
            tries := tries + 1;
        END;
    END LOOP;
END;
$$;
