CREATE TABLE request (client integer NOT NULL, at timestamptz NOT NULL DEFAULT now());
CREATE FUNCTION let_in(c integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM request WHERE client = c AND at > now() - interval '1 hour') >= 120 THEN
        RETURN false;
    END IF;
    INSERT INTO request (client) VALUES (c);
    RETURN true;
END $$;

CREATE TABLE ticket (id bigint PRIMARY KEY, show integer NOT NULL, sold_on date NOT NULL);
CREATE FUNCTION sell(i bigint, s integer, today date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT count(*) INTO n FROM ticket WHERE show = s AND sold_on >= today AND id > 0;
    IF n < 90 THEN
        INSERT INTO ticket VALUES (i, s, today);
    END IF;
END $$;
