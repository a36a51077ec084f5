-- level: postgresql/read-committed
-- never: safe
-- why: an OUT parameter has another value for each row
CREATE TABLE u(x int PRIMARY KEY);
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(a int, OUT b int) LANGUAGE plpgsql AS $$ BEGIN b := a + (SELECT count(*) FROM u WHERE x = a); END $$;
CREATE FUNCTION nid(OUT b int) LANGUAGE plpgsql AS $$ BEGIN b := random() * 10; END $$;
CREATE FUNCTION w() RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
  PERFORM pg_advisory_xact_lock(1);
  FOR r IN SELECT f(x) AS y FROM u LOOP
    UPDATE t SET v = v + 1 WHERE id = r.y;
  END LOOP;
END $$;
CREATE FUNCTION look(k int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE a int; b int;
BEGIN
  PERFORM pg_advisory_xact_lock(2);
  SELECT v INTO a FROM t WHERE id = k;
  SELECT v INTO b FROM t WHERE id = k + 1;
  RETURN coalesce(a, -1) + coalesce(b, -1);
END $$;
