CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
DELETE FROM log USING acc LEFT JOIN (SELECT * FROM ord WHERE qty > 0) o ON o.acc_id = acc.id WHERE acc.id = a AND log.id = acc.id;
DELETE FROM log USING acc LEFT JOIN (SELECT * FROM ord WHERE qty > 0) o ON o.acc_id = acc.id WHERE acc.id = a AND log.id = o.id;
DELETE FROM log USING (SELECT * FROM ord WHERE qty > 0) o RIGHT JOIN acc ON o.acc_id = acc.id WHERE acc.id = a AND log.id = acc.id;
DELETE FROM log USING acc FULL JOIN (SELECT * FROM ord WHERE qty > 0) o ON o.acc_id = acc.id WHERE log.id = acc.id;
WITH first AS (SELECT id, acc_id FROM ord WHERE qty > 0 ORDER BY id LIMIT 1)
DELETE FROM log USING acc LEFT JOIN first ON first.acc_id = acc.id WHERE acc.id = a AND log.id = acc.id;
DELETE FROM log USING acc LEFT JOIN (SELECT acc_id, sum(qty) AS total FROM ord GROUP BY acc_id) o ON o.acc_id = acc.id WHERE acc.id = a AND log.id = acc.id;
END;
$$;
