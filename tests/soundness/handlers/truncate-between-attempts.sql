-- level: postgresql/repeatable-read
-- never: safe
-- why: the error gives the lock of the first SELECT back: the second one finds the table empty
CREATE TABLE b (id integer PRIMARY KEY);
CREATE FUNCTION look() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE v bigint := 0; w bigint;
BEGIN
    BEGIN
        SELECT count(*) INTO v FROM b;
        RAISE EXCEPTION 'x';
    EXCEPTION WHEN others THEN
        NULL;
    END;
    SELECT count(*) INTO w FROM b;
    RETURN v - w;
END $$;
-- name: emptier
BEGIN;
TRUNCATE b;
COMMIT;
