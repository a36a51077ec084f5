CREATE TABLE item (code character(5) PRIMARY KEY, price numeric, stock bigint, at timestamptz, day date, other character(5));
CREATE FUNCTION followed(a integer, t timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n numeric;
BEGIN
UPDATE acc SET bal = (SELECT sum(qty) FROM ord WHERE acc_id = acc.id) WHERE id = a;
DELETE FROM acc WHERE NOT EXISTS (SELECT 1 FROM ord WHERE acc_id = acc.id) AND id = a AND kind = 'k';
SELECT (SELECT max(at) FROM ord o WHERE o.acc_id = acc.id) INTO t FROM ord JOIN acc ON acc.id = ord.acc_id WHERE ord.acc_id = a;
DELETE FROM ord WHERE acc_id = a AND id = (SELECT id FROM ord o WHERE o.acc_id = ord.acc_id ORDER BY id LIMIT 1);
SELECT bal INTO n FROM acc WHERE owner = 'me' AND bal > (SELECT sum(bal) FROM acc b WHERE b.owner = acc.owner) AND id = a FOR UPDATE;
INSERT INTO acc VALUES (a, 'me', 0) ON CONFLICT (id) DO UPDATE SET bal = (SELECT count(*) FROM ord WHERE acc_id = acc.id);
UPDATE item SET stock = (SELECT count(*) FROM ord WHERE ord.at = item.at) WHERE at = t;
END;
$$;
CREATE FUNCTION not_followed(a integer, s text, n numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
UPDATE acc SET id = a + 1 WHERE id = a RETURNING (SELECT count(*) FROM ord WHERE acc_id = acc.id);
UPDATE item SET stock = (SELECT count(*) FROM line WHERE item = item.code) WHERE code = s;
UPDATE item SET stock = (SELECT count(*) FROM line WHERE item = item.price::text) WHERE price = n;
UPDATE item SET stock = (SELECT count(*) FROM ord WHERE ord.at = item.day) WHERE day = now();
DELETE FROM acc USING ord LEFT JOIN line ON line.ord_id = a WHERE acc.id = ord.acc_id AND acc.bal < (SELECT count(*) FROM line x WHERE x.ord_id = line.ord_id);
PERFORM id FROM acc WHERE id = a GROUP BY id HAVING (SELECT max(acc.id) FROM ord) > 1;
END;
$$;
