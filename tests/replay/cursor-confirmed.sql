-- Both read the row as it was when the cursor was opened.
CREATE TABLE cell (id integer PRIMARY KEY, v integer NOT NULL);

CREATE PROCEDURE by_cursor(p_id integer) LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR (k integer) FOR SELECT v FROM cell WHERE id = k;
    v_value integer;
BEGIN
    OPEN c(p_id);
    FETCH c INTO v_value;
    CLOSE c;
    UPDATE cell SET v = v_value + 1 WHERE id = p_id;
EXCEPTION WHEN serialization_failure OR deadlock_detected THEN
    ROLLBACK;
END;
$$;
