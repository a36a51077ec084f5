-- What a temporary table keeps of rows read before is what is written back later.
CREATE TABLE acc (id integer PRIMARY KEY, bal numeric(10,2) NOT NULL);

CREATE FUNCTION sweep(p_limit numeric) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  n integer;
BEGIN
  DROP TABLE IF EXISTS poor;
  CREATE TEMP TABLE poor ON COMMIT DROP AS SELECT id, bal FROM acc WHERE bal < p_limit;
  CREATE INDEX ON poor (id);
  UPDATE poor SET bal = bal + 1;
  DELETE FROM poor WHERE bal > 50;
  UPDATE acc SET bal = p.bal FROM poor p WHERE p.id = acc.id;
  SELECT count(*) INTO n FROM poor;
  TRUNCATE poor;
  RETURN n;
END;
$$;

CREATE FUNCTION collect(p_id integer) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
  v numeric;
BEGIN
  CREATE TEMPORARY TABLE seen (id integer PRIMARY KEY, bal numeric DEFAULT 0, note varchar(10) CHECK (note <> 'x'));
  INSERT INTO seen SELECT id, bal, 'a' FROM acc WHERE id = p_id;
  INSERT INTO seen (id) VALUES (p_id + 1) ON CONFLICT DO NOTHING;
  SELECT sum(bal) + 1 INTO v FROM seen;
  UPDATE acc SET bal = v WHERE id = p_id;
  RETURN v;
END;
$$;

-- name: by_hand
BEGIN;
SELECT id, bal INTO TEMP mine FROM acc WHERE bal > :least;
UPDATE acc SET bal = m.bal - 1 FROM mine m WHERE m.id = acc.id;
SELECT count(*) FROM mine;
COMMIT;

-- The second transaction has what the first one has kept.
CREATE PROCEDURE later(p_limit numeric) LANGUAGE plpgsql AS $$
DECLARE
  v numeric;
BEGIN
  CREATE TEMP TABLE chosen AS SELECT id FROM acc WHERE bal < p_limit;
  COMMIT;
  SELECT sum(bal) INTO v FROM acc WHERE id IN (SELECT id FROM chosen);
  UPDATE acc SET bal = v FROM chosen c WHERE c.id = acc.id;
END;
$$;
