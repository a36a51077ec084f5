-- level: read-atomic
-- never: safe
-- why: both may name queue_1, one by its whole name and one by a number
CREATE TABLE queue_1(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE total(v int NOT NULL);
CREATE FUNCTION by_name(q text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  EXECUTE format('SELECT max(v) FROM %I', q) INTO n;
  UPDATE total SET v = n;
  RETURN n;
END $$;
CREATE FUNCTION by_number(n int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE t int;
BEGIN
  SELECT max(v) INTO t FROM total;
  EXECUTE 'UPDATE queue_' || n || ' SET v = $1' USING t;
END $$;
