-- level: postgresql/serializable
-- never: safe
-- why: IMPORT FOREIGN SCHEMA may have made t, whose rows another server has: CREATE TABLE IF NOT EXISTS leaves it as it is
CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host 'elsewhere');
IMPORT FOREIGN SCHEMA kept EXCEPT (u) FROM SERVER other INTO public;
CREATE TABLE IF NOT EXISTS t(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM t WHERE id = p;
  UPDATE t SET v = n + 1 WHERE id = p;
  RETURN n;
END $$;
