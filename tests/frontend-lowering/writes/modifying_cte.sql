CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
WITH gone AS (DELETE FROM ord WHERE acc_id = a RETURNING id) DELETE FROM line USING gone WHERE line.ord_id = gone.id;
END;
$$;
CREATE FUNCTION one_row(a integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE w text;
BEGIN
WITH paid AS (UPDATE acc SET bal = bal - 1 WHERE id = a RETURNING id, bal, owner)
INSERT INTO line SELECT id, 7, owner, bal FROM paid RETURNING item INTO w;
WITH added AS (INSERT INTO ord (acc_id, qty) VALUES (a, 5) RETURNING id, qty) SELECT qty INTO w FROM added WHERE qty > 4;
RETURN w;
END;
$$;
CREATE FUNCTION many_rows(a integer) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE w numeric;
BEGIN
WITH gone AS (DELETE FROM acc WHERE owner = 'x' RETURNING id, bal) INSERT INTO line SELECT id, 1, 'from acc', bal FROM gone WHERE bal > a;
WITH gone AS (DELETE FROM acc WHERE owner = 'x' RETURNING id, bal) SELECT sum(bal) INTO w FROM gone;
WITH gone AS (DELETE FROM acc WHERE owner = 'x' RETURNING id, bal) SELECT acc.bal INTO w FROM gone LEFT JOIN acc ON acc.id = gone.id;
WITH gone AS (DELETE FROM acc WHERE owner = 'x' RETURNING id) INSERT INTO log (msg) SELECT DISTINCT id::text FROM gone;
RETURN w;
END;
$$;
CREATE FUNCTION both_write(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
WITH first AS (UPDATE acc SET bal = 0 WHERE owner = 'x'), second AS (INSERT INTO log (msg) VALUES ('done'))
UPDATE acc SET bal = 1 WHERE id = a;
END;
$$;
CREATE FUNCTION chained(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
WITH taken AS (DELETE FROM ord WHERE id = a RETURNING acc_id, qty), paid AS (UPDATE acc SET bal = bal - qty FROM taken WHERE acc.id = taken.acc_id RETURNING acc.id)
INSERT INTO line SELECT id, 1 FROM paid;
END;
$$;
CREATE FUNCTION not_at_the_top(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
INSERT INTO log (msg) WITH gone AS (DELETE FROM ord WHERE id = a RETURNING id) SELECT id::text FROM gone;
END;
$$;
