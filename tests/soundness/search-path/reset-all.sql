-- level: postgresql/read-committed
-- never: safe
-- why: RESET ALL gives search_path its former value: both statements are of public.t
CREATE SCHEMA x;
CREATE TABLE x.t(id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE public.t(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION f(p int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SET LOCAL search_path TO x;
  SELECT n INTO v FROM public.t WHERE id = p;
  RESET ALL;
  UPDATE t SET n = v + 1 WHERE id = p;
END $$;
