-- why: so has the CALL of a procedure that begins with LOCK TABLE
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: safe
CREATE TABLE booked (seat integer NOT NULL, passenger integer NOT NULL, PRIMARY KEY (seat, passenger));

CREATE PROCEDURE book(p_seat integer, p_passenger integer)
LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE booked IN SHARE ROW EXCLUSIVE MODE;
    IF NOT EXISTS (SELECT FROM booked WHERE seat = p_seat) THEN
        INSERT INTO booked VALUES (p_seat, p_passenger);
    END IF;
END;
$$;
