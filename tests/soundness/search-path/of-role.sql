-- level: postgresql/read-committed
-- never: safe
-- why: sessions look for t in z first, where no row is locked
CREATE SCHEMA z;
CREATE TABLE public.t(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE z.t(id int PRIMARY KEY, v int NOT NULL);
ALTER ROLE r IN DATABASE d SET search_path TO z, public;
CREATE FUNCTION add(i int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  PERFORM 1 FROM t WHERE id = i FOR UPDATE;
  SELECT v INTO n FROM public.t WHERE id = i;
  UPDATE public.t SET v = n + 1 WHERE id = i;
END $$;
