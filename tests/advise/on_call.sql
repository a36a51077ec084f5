-- Who may leave depends on all rows that say on call: no row stands for those, as others come to say so.
CREATE TABLE doctor (id integer PRIMARY KEY, on_call boolean NOT NULL);

CREATE FUNCTION leave(p_doctor integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM doctor WHERE on_call) >= 2 THEN
        UPDATE doctor SET on_call = false WHERE id = p_doctor;
    END IF;
END;
$$;

CREATE FUNCTION enter(p_doctor integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM doctor WHERE on_call) < 9 THEN
        UPDATE doctor SET on_call = true WHERE id = p_doctor;
    END IF;
END;
$$;
