-- level: postgresql/repeatable-read
-- never: safe
-- why: what is inserted into the partition itself has the partition's own default, which reads conf: write skew
CREATE TABLE conf (k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION current_value() RETURNS int LANGUAGE sql STABLE AS $$ SELECT v FROM conf WHERE k = 1 $$;
CREATE TABLE t (id int PRIMARY KEY, c int) PARTITION BY RANGE (id);
CREATE TABLE t_low PARTITION OF t FOR VALUES FROM (0) TO (100);
ALTER TABLE t_low ALTER COLUMN c SET DEFAULT current_value();
CREATE FUNCTION add(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO t_low (id) VALUES (p_id);
END $$;
CREATE FUNCTION change(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM t WHERE id = p_id) THEN
    UPDATE conf SET v = 7 WHERE k = 1;
  END IF;
END $$;
