-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: no doctor is put on call, so a doctor who is on call when they are counted was on call when the rows were locked, and is locked

CREATE TABLE doctor (id integer PRIMARY KEY, shift integer NOT NULL, on_call boolean NOT NULL);
CREATE FUNCTION leave(who integer, s integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n integer;
BEGIN
    PERFORM 1 FROM doctor WHERE shift = s AND on_call FOR UPDATE;
    SELECT count(*) INTO n FROM doctor WHERE shift = s AND on_call;
    IF n > 1 THEN
        UPDATE doctor SET on_call = false WHERE id = who AND shift = s;
    END IF;
END $$;
