CREATE FUNCTION place(qtys integer[]) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
WITH placed AS (INSERT INTO ord (acc_id, qty) SELECT 1, q FROM unnest(qtys) AS q RETURNING id)
SELECT array_agg(id) INTO ids FROM placed;
RETURN ids;
END;
$$;
CREATE FUNCTION p(a integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
UPDATE acc SET bal = (SELECT unnest(place(ARRAY[q]))) WHERE id = a;
UPDATE acc SET bal = (SELECT unnest(ARRAY[cardinality(place(ARRAY[q])), generate_series(1, 2)]) LIMIT 1) WHERE id = a;
END;
$$;
