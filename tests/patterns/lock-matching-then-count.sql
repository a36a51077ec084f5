-- why: rows that match are locked, then counted: as none comes to match, all that are counted are locked
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE ticket (id bigint PRIMARY KEY, show integer NOT NULL, state text NOT NULL);

CREATE FUNCTION refund(p_ticket bigint, p_show integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    v_sold integer;
BEGIN
    PERFORM 1 FROM ticket WHERE show = p_show AND state = 'sold' ORDER BY id FOR UPDATE;
    SELECT count(*) INTO v_sold FROM ticket WHERE show = p_show AND state = 'sold';
    IF v_sold < 10 THEN
        RETURN false;
    END IF;
    UPDATE ticket SET state = 'refunded' WHERE id = p_ticket AND show = p_show AND state = 'sold';
    RETURN true;
END $$;
