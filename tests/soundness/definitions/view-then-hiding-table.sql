-- level: postgresql/read-committed
-- never: safe
-- why: a view reads the table that the path led to when it was created
CREATE SCHEMA a; CREATE SCHEMA b;
CREATE TABLE b.t (id int PRIMARY KEY, v int NOT NULL);
SET search_path = a, b, public;
CREATE VIEW public.w AS SELECT id, v FROM t;
CREATE TABLE a.t (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE public.p(k int) LANGUAGE plpgsql AS $$
DECLARE q int;
BEGIN
  SELECT v INTO q FROM public.w WHERE id = k;
  UPDATE b.t SET v = q + 1 WHERE id = k;
END $$;
SET search_path = public;
