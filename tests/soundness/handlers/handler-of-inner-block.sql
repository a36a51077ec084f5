-- level: postgresql/repeatable-read
-- never: safe
-- why: the inner block's handler leaves the loop, and what is written after it skews
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE p(k integer, m integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    LOOP
        BEGIN
            SELECT n INTO STRICT v FROM a WHERE id = m;
            RAISE EXCEPTION 'found';
        EXCEPTION
            WHEN no_data_found THEN RETURN;
            WHEN raise_exception THEN EXIT;
        END;
    END LOOP;
    UPDATE a SET n = v + 1 WHERE id = k;
END $$;
