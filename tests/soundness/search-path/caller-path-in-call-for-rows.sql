-- level: postgresql/read-committed
-- never: safe
-- why: a function that is called for rows looks along the path of its caller
CREATE SCHEMA x;
CREATE SCHEMA y;
CREATE TABLE x.t (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION public.f(a int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT n FROM t WHERE id = a); END $$;
CREATE TABLE ids (id int PRIMARY KEY);
CREATE PROCEDURE public.p(a int) LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  PERFORM set_config('search_path', 'x', true);
  SELECT max(public.f(id)) INTO v FROM public.ids WHERE id = a;
  UPDATE x.t SET n = v + 1 WHERE id = a;
END $$;
