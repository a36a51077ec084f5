-- level: postgresql/read-committed
-- never: safe
-- why: a name in quotes may have a comma in it: no schema has this name, and the next one of the path is meant
CREATE SCHEMA x;
CREATE SCHEMA y;
CREATE TABLE x.t (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE public.p(a int) LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  PERFORM set_config('search_path', '"x,y", public', true);
  SELECT n INTO v FROM t WHERE id = a;
  UPDATE public.t SET n = v + 1 WHERE id = a;
END $$;
