CREATE FUNCTION takes(who text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE r integer;
BEGIN
WITH free AS (SELECT id FROM acc WHERE owner = 'none' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
UPDATE acc SET owner = who FROM free WHERE acc.id = free.id RETURNING acc.id INTO r;
WITH free AS (SELECT id FROM acc WHERE owner = 'none' ORDER BY bal, id LIMIT 1 FOR UPDATE SKIP LOCKED)
UPDATE acc SET owner = who FROM free WHERE acc.id = free.id RETURNING acc.id INTO r;
WITH free AS (SELECT id FROM acc WHERE owner = 'none' LIMIT 5 FOR UPDATE)
DELETE FROM acc USING free WHERE acc.id = free.id;
RETURN r;
END;
$$;
CREATE FUNCTION totals(a integer) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE r numeric;
BEGIN
WITH sums AS (SELECT sum(qty) AS total, count(*) AS n FROM ord WHERE acc_id = a)
SELECT total + n INTO r FROM sums WHERE n > 3;
WITH sums AS (SELECT sum(qty) AS total FROM ord WHERE acc_id = a), unused AS (SELECT max(bal) FROM acc)
UPDATE acc SET bal = total FROM sums WHERE id = a;
WITH groups AS (SELECT acc_id, sum(qty) AS total FROM ord GROUP BY acc_id)
UPDATE acc SET bal = total FROM groups WHERE id = acc_id;
RETURN r;
END;
$$;
