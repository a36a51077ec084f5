-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: what is inserted below the maximum does not change it

CREATE TABLE q (g integer, n integer, PRIMARY KEY (g, n));
CREATE PROCEDURE put(k integer) LANGUAGE plpgsql AS $$
DECLARE m integer;
BEGIN
    SELECT max(n) INTO m FROM q WHERE g = 1;
    IF m IS NULL OR m < 100 OR k > 50 THEN
        RAISE EXCEPTION 'only low numbers, once there are high ones';
    END IF;
    INSERT INTO q (g, n) VALUES (1, k);
END $$;
