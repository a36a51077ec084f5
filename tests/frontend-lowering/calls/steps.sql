CREATE FUNCTION total() RETURNS numeric LANGUAGE sql STABLE AS $$ SELECT sum(bal) FROM acc $$;
CREATE FUNCTION count_lines() RETURNS integer LANGUAGE plpgsql AS $$
BEGIN RETURN (SELECT count(*) FROM line); END;
$$;
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v numeric;
BEGIN
IF (SELECT count(*) FROM ord) > total() THEN
INSERT INTO acc SELECT no, item, (SELECT max(qty) FROM ord) FROM line WHERE ord_id = a;
END IF;
v := total() + count_lines() + (SELECT max(price) FROM line);
INSERT INTO ord (acc_id, qty) VALUES (a, v), (a + 1, v);
END;
$$;
CREATE FUNCTION q(a integer) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
DECLARE v numeric; w numeric;
BEGIN
SELECT bal INTO v FROM acc WHERE id = a;
SELECT bal INTO w FROM acc WHERE id = a + 1;
RETURN v + w;
END;
$$;
