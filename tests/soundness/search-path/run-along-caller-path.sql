-- level: postgresql/read-committed
-- never: unsafe
-- why: f reads x.t, along the path of its caller; a run that reads public.t shows an update lost that the server keeps
CREATE SCHEMA x;
CREATE TABLE x.t (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE ids (id int PRIMARY KEY);
CREATE FUNCTION public.f(a int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT n FROM t WHERE id = a); END $$;
CREATE PROCEDURE public.p(a int) LANGUAGE plpgsql SET search_path = x AS $$
DECLARE v int;
BEGIN
  SELECT max(public.f(id)) INTO v FROM public.ids;
  UPDATE public.t SET n = v + 1 WHERE id = a;
END $$;
