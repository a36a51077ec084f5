-- The elements of ARRAY[…]::t[] have the type t, as if each were cast to it; not those of another array.
CREATE FUNCTION p(word text, words text[], n numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
DELETE FROM acc WHERE id = ANY (ARRAY[word, '5', NULL]::integer[]);
DELETE FROM acc WHERE id <> ALL (ARRAY[n]::integer[]);
DELETE FROM acc WHERE id = ANY (words::integer[]);
UPDATE log SET tags = ARRAY[n, word]::text[];
UPDATE log SET tags = ARRAY[ARRAY[word], ARRAY['a']]::text[][];
END;
$$;
BEGIN;
-- params: a, b
DELETE FROM acc WHERE id = ANY (ARRAY[$1, $2]::integer[]);
COMMIT;
