-- level: postgresql/repeatable-read
-- never: safe
-- why: (a, b) < (c, d) holds where a = c and b < d, too, and the bounds of BETWEEN SYMMETRIC may stand the other way round
CREATE TABLE seat (flight integer, place integer, taken boolean NOT NULL, PRIMARY KEY (flight, place));
CREATE PROCEDURE take(f integer, p integer) LANGUAGE plpgsql AS $$
DECLARE free bigint;
BEGIN
    SELECT count(*) INTO free FROM seat
        WHERE (flight, place) < (7, 9) AND flight >= 7 AND place BETWEEN SYMMETRIC 8 AND 1 AND NOT taken;
    IF free > 1 AND f = 7 THEN
        UPDATE seat SET taken = true WHERE flight = f AND place = p;
    END IF;
END $$;
