-- level: postgresql/read-committed
-- never: safe
-- why: SET takes each text as one name, also with a comma in it
CREATE SCHEMA x;
CREATE SCHEMA y;
CREATE TABLE x.t (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL);
CREATE PROCEDURE public.p(a int) LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SET LOCAL search_path TO 'x, y', public;
  SELECT n INTO v FROM t WHERE id = a;
  UPDATE public.t SET n = v + 1 WHERE id = a;
END $$;
