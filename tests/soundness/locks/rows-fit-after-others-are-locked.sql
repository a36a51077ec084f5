-- level: postgresql/read-committed
-- never: safe
-- why: a doctor who is put on call between the lock and the count is counted, and is not locked
CREATE TABLE doctor (id integer PRIMARY KEY, shift integer NOT NULL, on_call boolean NOT NULL);
CREATE FUNCTION leave(who integer, s integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    PERFORM 1 FROM doctor WHERE shift = s AND on_call FOR UPDATE;
    SELECT count(*) INTO n FROM doctor WHERE shift = s AND on_call;
    IF n > 1 THEN
        UPDATE doctor SET on_call = false WHERE id = who AND shift = s;
    END IF;
END $$;
CREATE FUNCTION enter(who integer) RETURNS void LANGUAGE sql AS $$ UPDATE doctor SET on_call = true WHERE id = who $$;
