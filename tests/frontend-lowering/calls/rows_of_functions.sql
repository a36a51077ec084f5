CREATE FUNCTION p(a integer, ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
UPDATE acc SET bal = 0 FROM unnest(ids) AS x (id) WHERE acc.id = a;
UPDATE acc SET bal = 0 FROM unnest(ids) AS x (id) WHERE acc.id = x.id;
DELETE FROM ord USING generate_series(1, a) g WHERE ord.id = 7;
UPDATE acc SET bal = c.one FROM ord LEFT JOIN (SELECT 1 AS one) c ON ord.qty > 1 WHERE ord.id = a AND acc.id = a;
END;
$$;
