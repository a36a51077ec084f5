CREATE TABLE price (item integer PRIMARY KEY, valid_to timestamptz NOT NULL DEFAULT 'infinity', since date, amount integer NOT NULL);

CREATE PROCEDURE raise_price(p integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT amount INTO v FROM price WHERE item = p AND valid_to = 'infinity' AND since = date '2023-04-05';
    IF FOUND THEN
        UPDATE price SET amount = v + 1 WHERE item = p;
    END IF;
END $$;
