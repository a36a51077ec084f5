-- level: postgresql/read-committed
-- never: safe
-- why: a user-defined unnest() returns no set, so its argument is evaluated for each row of the set beside it
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION unnest(a int) RETURNS int LANGUAGE sql AS $$ SELECT a $$;
CREATE FUNCTION peek(a int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE n int; BEGIN SELECT v INTO n FROM t WHERE id = 1; RETURN n; END $$;
CREATE FUNCTION w(d int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE t SET v = v + d WHERE id = 1;
END $$;
CREATE FUNCTION look() RETURNS int LANGUAGE plpgsql AS $$
DECLARE s int;
BEGIN
  SELECT max(p) INTO s FROM (SELECT unnest(peek(1)) AS p, generate_series(1, 2)) AS q;
  RETURN s;
END $$;
