-- numeric(10,2) holds NaN, but no infinity: only for NaN do two calls that pass the guard meet in rows.
CREATE TABLE offer (price numeric(10,2), place int, taken int NOT NULL, PRIMARY KEY (price, place));
CREATE FUNCTION take(p numeric, q int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  IF p - p = 0 THEN
    RETURN 0;
  END IF;
  SELECT count(*) INTO n FROM offer WHERE price = p AND taken = 0;
  UPDATE offer SET taken = 1 WHERE price = p AND place = q;
  RETURN n;
END $$;
