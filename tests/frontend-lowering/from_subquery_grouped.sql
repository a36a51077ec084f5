CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 s numeric;
BEGIN
SELECT x.total INTO s FROM acc JOIN (SELECT acc_id, sum(qty) AS total FROM ord WHERE qty > 0 GROUP BY acc_id) x ON x.acc_id = acc.id WHERE acc.id = a;
UPDATE acc SET bal = s WHERE id = a;
END;
$$;
