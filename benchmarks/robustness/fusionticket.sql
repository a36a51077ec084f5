-- Tickets for films and concerts (Holt et al., SoCC 2016, after an open-source shop): an event has a number of seats left, and
-- tickets are numbered by it.

CREATE TABLE event (
    event_id integer PRIMARY KEY,
    venue_id integer NOT NULL,
    price    numeric(8, 2) NOT NULL,
    left_over integer NOT NULL CHECK (left_over >= 0)
);

CREATE TABLE ticket (
    event_id integer REFERENCES event,
    number   integer,
    buyer    text NOT NULL,
    PRIMARY KEY (event_id, number)
);

CREATE PROCEDURE add_event(p_event_id integer, p_venue_id integer, p_price numeric, p_seats integer)
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO event (event_id, venue_id, price, left_over) VALUES (p_event_id, p_venue_id, p_price, p_seats);
END;
$$;

CREATE FUNCTION browse(p_venue_id integer) RETURNS TABLE (event_id integer, price numeric)
LANGUAGE sql AS $$
    SELECT e.event_id, e.price FROM event e WHERE e.venue_id = p_venue_id;
$$;

CREATE FUNCTION purchase(p_event_id integer, p_buyer text) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    v_left integer;
BEGIN
    SELECT left_over INTO v_left FROM event WHERE event_id = p_event_id;
    IF NOT FOUND OR v_left = 0 THEN
        RETURN false;
    END IF;
    UPDATE event SET left_over = v_left - 1 WHERE event_id = p_event_id;
    INSERT INTO ticket (event_id, number, buyer) VALUES (p_event_id, v_left, p_buyer);
    RETURN true;
END;
$$;

CREATE FUNCTION seats_left(p_event_id integer) RETURNS integer
LANGUAGE sql AS $$
    SELECT left_over FROM event WHERE event_id = p_event_id;
$$;
