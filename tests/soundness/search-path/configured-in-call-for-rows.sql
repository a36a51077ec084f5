-- level: postgresql/read-committed
-- never: safe
-- why: a function that is called for rows, and touches no table, sets search_path by set_config: the UPDATE is of x.t, which was read
CREATE SCHEMA x;
CREATE TABLE x.t(id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE public.t(id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE many(id int PRIMARY KEY);
CREATE FUNCTION g(p int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('search_path', 'x', true);
  RETURN 1;
END $$;
CREATE FUNCTION f(p int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SELECT n INTO v FROM x.t WHERE id = p;
  PERFORM g(id) FROM many;
  UPDATE t SET n = v + 1 WHERE id = p;
END $$;
