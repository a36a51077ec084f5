-- level: postgresql/read-committed
-- never: safe
-- why: 16777217 is no real: the row that the two find is the same
CREATE TABLE t (k real PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION look() RETURNS int LANGUAGE plpgsql AS $$
DECLARE c int; d int;
BEGIN
  SELECT n INTO c FROM t WHERE k = '16777217';
  SELECT n INTO d FROM t WHERE k = '16777217';
  RETURN d - c;
END $$;
CREATE FUNCTION change() RETURNS void LANGUAGE sql AS $$ UPDATE t SET n = n + 1 WHERE k = '16777216' $$;
