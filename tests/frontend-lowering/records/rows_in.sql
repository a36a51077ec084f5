CREATE FUNCTION p(a integer, b numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
DELETE FROM log WHERE (a, b) IN (SELECT acc_id, qty FROM ord);
DELETE FROM acc WHERE (id, bal) IN (SELECT acc_id, qty FROM ord WHERE at < now());
DELETE FROM acc WHERE (id, bal) NOT IN (SELECT acc_id, qty FROM ord);
DELETE FROM acc WHERE (id, id) NOT IN (SELECT acc_id, id FROM ord) AND id = a;
DELETE FROM acc WHERE id IN (SELECT DISTINCT acc_id FROM ord WHERE qty > 0);
DELETE FROM acc WHERE id IN (SELECT acc_id FROM ord WHERE qty > 0 LIMIT 1) AND id = a;
DELETE FROM log WHERE EXISTS (SELECT 1 FROM ord WHERE qty = a ORDER BY at LIMIT 1);
DELETE FROM log WHERE EXISTS (SELECT 1 FROM ord WHERE qty = a LIMIT a);
DELETE FROM log WHERE a IN (SELECT acc_id FROM ord UNION SELECT ord_id FROM line WHERE no = 1);
DELETE FROM acc WHERE id IN (SELECT acc_id FROM ord UNION ALL SELECT ord_id FROM line WHERE no = 1);
DELETE FROM acc WHERE id IN (SELECT acc_id FROM ord EXCEPT SELECT ord_id FROM line);
DELETE FROM acc WHERE bal > ANY (SELECT qty FROM ord WHERE acc_id = acc.id);
DELETE FROM acc WHERE bal > ALL (SELECT qty FROM ord WHERE acc_id = acc.id);
DELETE FROM acc WHERE (SELECT qty > 5 FROM ord WHERE ord.id = acc.id);
END;
$$;
