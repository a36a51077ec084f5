CREATE FUNCTION takes(who text, n integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE r integer;
BEGIN
UPDATE acc SET owner = who WHERE id = (SELECT id FROM acc WHERE owner = 'none' ORDER BY bal, id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id INTO r;
UPDATE acc SET owner = who WHERE id IN (SELECT id FROM acc WHERE owner = 'none' LIMIT n FOR UPDATE) AND bal > 0;
UPDATE acc SET owner = who WHERE id = (SELECT id FROM acc WHERE owner = 'none' ORDER BY id LIMIT 1 FOR UPDATE) RETURNING id INTO r;
DELETE FROM line WHERE ord_id IN (SELECT id FROM ord WHERE qty = 0 ORDER BY at LIMIT 10);
DELETE FROM line l WHERE ord_id IN (SELECT id FROM ord WHERE ord.qty > l.no LIMIT 10);
DELETE FROM line WHERE ord_id NOT IN (SELECT id FROM ord WHERE qty = 0 LIMIT 10);
DELETE FROM line WHERE ord_id = 1 OR ord_id IN (SELECT id FROM ord WHERE qty = 0 LIMIT 10);
RETURN r;
END;
$$;
-- What a subquery names may be a column of the query around it, where it has none of that name itself.
-- name: of_values
BEGIN;
SELECT id FROM acc WHERE (id, owner) NOT IN (SELECT id, owner FROM (VALUES (1)) AS v);
COMMIT;
-- name: of_with
BEGIN;
WITH names AS (SELECT owner AS called FROM acc WHERE bal > 5)
SELECT id FROM acc WHERE id NOT IN (SELECT id FROM names);
COMMIT;
-- name: of_own
BEGIN;
SELECT id FROM acc WHERE id NOT IN (SELECT acc_id FROM ord);
COMMIT;
