-- level: postgresql/read-committed
-- never: safe
-- why: = of boxes compares their areas: of two that are equal one may be elsewhere
CREATE TABLE t (k int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION look(p box, q box) RETURNS int LANGUAGE plpgsql AS $$
DECLARE c int; d int;
BEGIN
  IF p = q AND p @> box '(1,1),(0,0)' AND NOT (q @> box '(1,1),(0,0)') THEN
    SELECT n INTO c FROM t WHERE k = 1;
    SELECT n INTO d FROM t WHERE k = 1;
  END IF;
  RETURN d - c;
END $$;
CREATE FUNCTION change() RETURNS void LANGUAGE sql AS $$ UPDATE t SET n = n + 1 WHERE k = 1 $$;
