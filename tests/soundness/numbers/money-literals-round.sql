-- level: postgresql/read-committed
-- never: safe
-- why: 1.006 is rounded to a sum of money, 1.01
CREATE TABLE t (k money PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION look() RETURNS int LANGUAGE plpgsql AS $$
DECLARE c int; d int;
BEGIN
  SELECT n INTO c FROM t WHERE k = '1.006';
  SELECT n INTO d FROM t WHERE k = '1.006';
  RETURN d - c;
END $$;
CREATE FUNCTION change() RETURNS void LANGUAGE sql AS $$ UPDATE t SET n = n + 1 WHERE k = '1.01' $$;
