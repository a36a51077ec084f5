-- level: postgresql/read-committed
-- never: safe
-- why: an SQL function is parsed as a whole before it runs: the UPDATE is of public.t
CREATE SCHEMA x;
CREATE TABLE x.t(id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE public.t(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION f(p int, v int) RETURNS void LANGUAGE sql AS $$
  SET LOCAL search_path TO x;
  UPDATE t SET n = v WHERE id = p;
$$;
CREATE FUNCTION g(p int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SELECT n INTO v FROM public.t WHERE id = p;
  PERFORM pg_sleep(0);
  IF v = 1 THEN UPDATE many SET n = n + 1 WHERE id = p; END IF;
  SELECT n INTO v FROM public.t WHERE id = p;
  IF v = 2 THEN UPDATE many SET n = n + 1 WHERE id = p; END IF;
END $$;
CREATE TABLE many(id int PRIMARY KEY, n int NOT NULL);
