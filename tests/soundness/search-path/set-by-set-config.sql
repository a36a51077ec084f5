-- level: postgresql/read-committed
-- never: safe
-- why: another table is meant after set_config of search_path
CREATE SCHEMA x; CREATE SCHEMA y;
CREATE TABLE x.lk(id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE lk(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION f(p int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  UPDATE public.lk SET n = n WHERE id = p;
  PERFORM set_config('search_path','x',true);
  SELECT n INTO v FROM lk WHERE id = p;
  UPDATE lk SET n = v + 1 WHERE id = p;
END $$;
