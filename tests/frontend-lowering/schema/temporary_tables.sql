CREATE TABLE hidden (id integer);
CREATE TEMP TABLE before (id integer);
CREATE FUNCTION own(a integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE n integer;
BEGIN
  CREATE TEMP TABLE chosen (id integer, bal numeric) ON COMMIT DROP;
  CREATE INDEX ON chosen (id);
  INSERT INTO chosen SELECT id, bal FROM acc WHERE kind = 'x';
  UPDATE chosen SET bal = o.qty FROM ord o WHERE o.acc_id = chosen.id;
  DELETE FROM chosen WHERE bal > 3;
  UPDATE acc SET bal = c.bal FROM chosen c WHERE c.id = acc.id;
  SELECT count(*) INTO n FROM chosen;
  DROP TABLE chosen;
  RETURN n;
END;
$$;
CREATE FUNCTION from_query(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DROP TABLE IF EXISTS picked;
  CREATE TEMPORARY TABLE picked AS SELECT id AS number FROM acc WHERE bal > a;
  DELETE FROM ord WHERE acc_id IN (SELECT number FROM picked);
END;
$$;
CREATE FUNCTION hides() RETURNS void LANGUAGE plpgsql AS $$ BEGIN CREATE TEMP TABLE hidden (id integer); DELETE FROM hidden; END; $$;
CREATE FUNCTION kept() RETURNS void LANGUAGE plpgsql AS $$ BEGIN CREATE TEMP TABLE IF NOT EXISTS k (id integer); DELETE FROM k; END; $$;
CREATE FUNCTION older() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM before; END; $$;
-- name: script
BEGIN;
CREATE TEMP TABLE t AS SELECT id FROM acc;
SELECT bal INTO TEMP u FROM acc WHERE id = 1;
UPDATE acc SET bal = 0 FROM t, u WHERE acc.id = t.id;
COMMIT;
