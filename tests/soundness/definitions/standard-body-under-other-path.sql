-- level: postgresql/read-committed
-- never: safe
-- why: names in such a body are looked up along the path at its creation, not its caller's
CREATE SCHEMA s1; CREATE SCHEMA s2;
CREATE TABLE s1.t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE s2.t (id int PRIMARY KEY, v int NOT NULL);
SET search_path = s1, public;
CREATE FUNCTION public.rd(k int) RETURNS int LANGUAGE sql STABLE RETURN (SELECT v FROM t WHERE id = k);
SET search_path = s2, public;
CREATE PROCEDURE public.p(k int) LANGUAGE plpgsql AS $$
DECLARE q int;
BEGIN
  q := rd(k);
  UPDATE s1.t SET v = q + 1 WHERE id = k;
END $$;
SET search_path = public;
