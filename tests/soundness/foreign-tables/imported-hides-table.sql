-- level: postgresql/serializable
-- never: safe
-- why: IMPORT FOREIGN SCHEMA may have made far.t, whose rows another server has; it comes first in the path
CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host 'elsewhere');
CREATE SCHEMA far;
IMPORT FOREIGN SCHEMA kept FROM SERVER other INTO far;
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p int) RETURNS int LANGUAGE plpgsql SET search_path = far, public AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM t WHERE id = p;
  UPDATE t SET v = n + 1 WHERE id = p;
  RETURN n;
END $$;
