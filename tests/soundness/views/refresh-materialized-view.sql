-- level: snapshot-isolation
-- never: safe
-- why: REFRESH reads the table and writes what others read instead: write skew
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE MATERIALIZED VIEW m AS SELECT id, v FROM a;
CREATE FUNCTION p() RETURNS void LANGUAGE plpgsql AS $$ BEGIN REFRESH MATERIALIZED VIEW m; END $$;
CREATE FUNCTION q(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM m WHERE id = p_id;
  UPDATE a SET v = x + 1 WHERE id = p_id;
END $$;
