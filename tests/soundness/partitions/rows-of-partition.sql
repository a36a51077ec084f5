-- level: snapshot-isolation
-- never: safe
-- why: the partition holds rows of the partitioned table: write skew
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL) PARTITION BY RANGE (id);
CREATE TABLE t1 PARTITION OF t FOR VALUES FROM (0) TO (100);
CREATE TABLE b(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM t WHERE id = p_id;
  IF FOUND THEN UPDATE b SET v = 0 WHERE id = p_id; END IF;
END $$;
CREATE FUNCTION q() RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT count(*) INTO n FROM b WHERE v = 1;
  IF n > 0 THEN DELETE FROM t1; END IF;
END $$;
