-- Slices are not elements.
CREATE FUNCTION p(m integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    s integer[];
BEGIN
    FOREACH s SLICE 1 IN ARRAY m LOOP
        UPDATE acc SET bal = cardinality(s) WHERE id = s[1];
    END LOOP;
END $$;
