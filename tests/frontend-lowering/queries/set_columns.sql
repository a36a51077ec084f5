CREATE VIEW both_kinds AS SELECT id, bal AS n, 1 AS kind FROM acc UNION ALL SELECT id, qty, 2 FROM ord UNION SELECT ord_id, no, 3 FROM line;
CREATE FUNCTION p(a integer) RETURNS SETOF integer LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
RETURN QUERY SELECT id FROM acc WHERE id = 1 AND a > 3 UNION ALL SELECT id FROM ord WHERE qty = 1 AND a <= 3;
SELECT n INTO v FROM both_kinds WHERE id = a;
SELECT n INTO v FROM both_kinds WHERE kind = a;
SELECT u.id INTO v FROM (SELECT o.id, l.no FROM ord o LEFT JOIN line l ON l.ord_id = o.id UNION SELECT id, 7 FROM acc) u WHERE u.no IS NULL AND u.id = a;
SELECT u.id INTO v FROM (SELECT id FROM ord UNION SELECT id FROM acc ORDER BY 1 LIMIT 1) u WHERE u.id = a;
SELECT u.id INTO v FROM (SELECT id FROM ord EXCEPT SELECT acc_id FROM ord) u WHERE u.id = a;
SELECT acc.id INTO v FROM acc LEFT JOIN (SELECT id FROM ord UNION SELECT ord_id FROM line) u ON u.id = acc.id WHERE acc.id = a;
SELECT acc.id INTO v FROM (SELECT count(*) AS n FROM ord WHERE a > 3) c, acc WHERE acc.id = a;
SELECT acc.id INTO v FROM acc WHERE bal > 3 AND NOT EXISTS (SELECT 1 FROM ord WHERE acc_id = acc.id AND a > 5) AND kind NOT IN (SELECT item FROM line WHERE item <> acc.note);
SELECT count(*) INTO v FROM (SELECT DISTINCT item FROM line) i;
SELECT count(*) INTO v FROM (SELECT qty FROM ord UNION SELECT no FROM line) u;
SELECT count(*) INTO v FROM (SELECT qty FROM ord UNION ALL SELECT no FROM line) u;
WITH RECURSIVE r AS (SELECT id, acc_id FROM ord WHERE qty = a UNION ALL SELECT o.id, o.acc_id FROM ord o JOIN r ON o.acc_id = r.id)
SELECT id INTO v FROM r WHERE id = a;
END;
$$;
