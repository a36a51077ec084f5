CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 s numeric;
BEGIN
SELECT x.total INTO s FROM acc JOIN (SELECT acc_id, sum(qty) AS total FROM ord WHERE qty > 0 GROUP BY acc_id) x ON x.acc_id = acc.id WHERE acc.id = a;
UPDATE acc SET bal = s WHERE id = a;
UPDATE acc SET bal = x.total FROM (SELECT acc_id + 1 AS next, sum(qty) AS total FROM ord GROUP BY acc_id + 1 HAVING count(*) > 1) x WHERE acc.id = x.next AND x.total > 5 AND acc.id = a;
SELECT count(*) INTO s FROM (SELECT DISTINCT item FROM line WHERE ord_id = a) i JOIN acc ON acc.note = i.item;
SELECT count(*) INTO s FROM (SELECT DISTINCT ON (ord_id) ord_id, item FROM line ORDER BY ord_id, no) i WHERE i.item = 'x';
SELECT count(*) INTO s FROM (SELECT ord_id, item FROM line GROUP BY ROLLUP (ord_id, item)) i WHERE i.ord_id = a;
SELECT count(*) INTO s FROM (SELECT ord_id, count(*) AS n FROM line GROUP BY ord_id LIMIT 5) i WHERE i.ord_id = a;
SELECT count(*) INTO s FROM (SELECT ord_id, row_number() OVER (ORDER BY ord_id) AS n FROM line GROUP BY ord_id) i WHERE i.ord_id = a;
END;
$$;
