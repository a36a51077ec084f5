-- level: postgresql/read-committed
-- never: safe
-- why: a VOLATILE function in WHERE is called for each row, and reads again each time
CREATE TABLE u(x int PRIMARY KEY);
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION peek(a int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE n int; BEGIN SELECT v INTO n FROM t WHERE id = 1; RETURN n; END $$;
CREATE FUNCTION w(d int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE t SET v = v + d WHERE id = 1;
END $$;
CREATE FUNCTION look() RETURNS int LANGUAGE plpgsql AS $$
DECLARE s int;
BEGIN
  SELECT count(*) INTO s FROM u WHERE peek(3) > x;
  RETURN s;
END $$;
