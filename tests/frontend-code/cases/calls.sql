-- Calls of the workload's routines and of PostgreSQL's own functions.
-- also: get rows_of whole all_rows fact add two nothing calls
CREATE TABLE t (id integer PRIMARY KEY, v integer);

CREATE FUNCTION get(k integer, d integer DEFAULT 0) RETURNS integer LANGUAGE sql STABLE AS
  'SELECT coalesce(v, d) FROM t WHERE id = k';
CREATE FUNCTION rows_of(k integer) RETURNS TABLE (i integer, n text) LANGUAGE plpgsql AS $$
BEGIN RETURN QUERY SELECT id, 'a' FROM t WHERE v = k; i := 1; RETURN NEXT; END $$;
CREATE FUNCTION whole(k integer) RETURNS t LANGUAGE sql AS 'SELECT * FROM t WHERE id = k';
CREATE FUNCTION all_rows() RETURNS SETOF t LANGUAGE sql AS 'SELECT * FROM t';
CREATE FUNCTION fact(n integer) RETURNS integer LANGUAGE plpgsql AS
  'BEGIN IF n < 2 THEN RETURN 1; END IF; RETURN n * fact(n - 1); END';
CREATE PROCEDURE add(IN k integer, INOUT v integer, OUT old integer) LANGUAGE plpgsql AS $$
BEGIN SELECT t.v INTO old FROM t WHERE id = k; UPDATE t SET v = add.v WHERE id = k; v := old; END $$;
CREATE FUNCTION two(OUT a integer, OUT b integer) LANGUAGE sql AS 'SELECT 1, 2';
CREATE FUNCTION nothing(k integer) RETURNS void LANGUAGE sql AS $$ DELETE FROM t WHERE id = k; SELECT 1 $$;

CREATE FUNCTION calls(p integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE a integer := get(p); b integer; r t; q record;
BEGIN
  CALL add(p, a, b);
  r := whole(p);
  SELECT * INTO q FROM two();
  PERFORM nothing(k => p);
  PERFORM get(d => 1, k => v) FROM t;
  FOR q IN SELECT x.n, y.v, rows_of.i FROM rows_of(p), rows_of(2) x, all_rows() AS y LOOP NULL; END LOOP;
  IF get(1) > fact(3) THEN NULL; END IF;
  a := abs(p) + length('x') + extract(epoch FROM now()) + nextval('s');
  RETURN round(a / 2.0, 1) + (SELECT sum(get(id)) FROM t);
END $$;

BEGIN;
SELECT calls(:p);
CALL add(1, 2, NULL);
SELECT id AS k, v FROM t WHERE id = $1 ORDER BY id LIMIT :'n' \gset my_
UPDATE t SET v = :my_v WHERE id = :my_k;
ROLLBACK;
