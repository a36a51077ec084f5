CREATE FUNCTION of_line(o integer, OUT n integer, OUT total numeric) LANGUAGE sql STABLE AS $$ SELECT max(no), sum(price) FROM line WHERE ord_id = o $$;
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE t numeric;
BEGIN
SELECT total INTO t FROM of_line(a);
UPDATE acc SET bal = t WHERE id = a;
SELECT x.total INTO t FROM ord, of_line(ord.id) AS x WHERE ord.acc_id = a;
UPDATE acc SET bal = t WHERE id = 0;
END; $$;
