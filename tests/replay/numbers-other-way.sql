CREATE TABLE t (id serial PRIMARY KEY, n int);
CREATE TABLE y (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION counts_later() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE k int; c bigint;
BEGIN
  INSERT INTO t (n) VALUES (1) RETURNING id INTO k;
  SELECT count(*) INTO c FROM t WHERE id > k AND n = 2;
  UPDATE y SET v = v + 1 WHERE id = 1;
  RETURN c;
END $$;
CREATE FUNCTION adds() RETURNS int LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
  SELECT v INTO c FROM y WHERE id = 1;
  INSERT INTO t (n) VALUES (2);
  RETURN c;
END $$;
