-- level: postgresql/read-committed
-- never: safe
-- why: the argument of a function that returns a set is evaluated for each row of a set inside it
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION peek(a int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE n int; BEGIN SELECT v INTO n FROM t WHERE id = 1; RETURN n; END $$;
CREATE FUNCTION w(d int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE t SET v = v + d WHERE id = 1;
END $$;
CREATE FUNCTION look() RETURNS int LANGUAGE plpgsql AS $$
DECLARE s int;
BEGIN
  SELECT max(p) INTO s FROM (SELECT unnest(ARRAY[peek(1) + 0 * generate_series(1, 2)]) AS p) AS q;
  RETURN s;
END $$;
