-- level: postgresql/repeatable-read
-- with: unsafe
-- without: safe
-- why: NaN + 1 is NaN, so that p + 1 > p does not hold of all numerics

CREATE TABLE seat (id integer PRIMARY KEY, taken integer NOT NULL);
CREATE FUNCTION take(p numeric, x integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
    IF (p + 1 <= p) IS NOT TRUE THEN
        RETURN 0;
    END IF;
    SELECT count(*) INTO n FROM seat WHERE taken = 0;
    UPDATE seat SET taken = 1 WHERE id = x;
    RETURN n;
END $$;
