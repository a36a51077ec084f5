-- level: postgresql/read-committed
-- never: safe
-- why: a called function with its own SET search_path does not look along the path of its caller
CREATE SCHEMA x;
CREATE SCHEMA y;
CREATE TABLE x.t (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION public.f(a int) RETURNS int LANGUAGE plpgsql SET search_path = x AS $$ BEGIN RETURN (SELECT n FROM t WHERE id = a); END $$;
CREATE PROCEDURE public.p(a int) LANGUAGE plpgsql SET search_path = public AS $$
DECLARE v int;
BEGIN
  v := public.f(a);
  UPDATE x.t SET n = v + 1 WHERE id = a;
END $$;
