CREATE FUNCTION p(ids integer[], i integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
DELETE FROM acc WHERE id = ids[i + 1] AND bal = array_length(ids, 1) AND id = ANY (ids);
UPDATE log SET tags[2] = 'x' WHERE id = cardinality(ids);
END;
$$;
