-- FROM, joins, subqueries, grouping, ordering: which item and level each column comes from.
CREATE TABLE a (id integer PRIMARY KEY, x integer, name text);
CREATE TABLE b (id integer PRIMARY KEY, a_id integer REFERENCES a, v bigint);
CREATE TABLE c (id integer, x integer, w numeric);

CREATE FUNCTION joins() RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
  FOR r IN SELECT * FROM a JOIN b ON b.a_id = a.id LEFT JOIN c USING (x) LOOP NULL; END LOOP;
  FOR r IN SELECT id, a.id, c.x FROM a NATURAL FULL JOIN c LOOP NULL; END LOOP;
  FOR r IN SELECT j.* FROM (a RIGHT JOIN c USING (id)) AS j(i, x1, n, x2, w) WHERE j.i > 1 LOOP NULL; END LOOP;
  FOR r IN SELECT t.*, u.n FROM a t, LATERAL (SELECT count(*) AS n FROM b WHERE b.a_id = t.id) u LOOP NULL; END LOOP;
  FOR r IN SELECT a.name, g FROM a, generate_series(1, a.x) AS g LOOP NULL; END LOOP;
  FOR r IN SELECT x FROM unnest(ARRAY[1, 2]) AS t(x) LOOP NULL; END LOOP;
  FOR r IN SELECT unnest(ARRAY[1, 2]) AS e, id FROM a WHERE x = 1 LOOP NULL; END LOOP;
END $$;

CREATE FUNCTION subqueries(p integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n integer;
BEGIN
  SELECT (SELECT max(v) FROM b WHERE b.a_id = a.id) INTO n FROM a
    WHERE EXISTS (SELECT 1 FROM b WHERE a_id = a.id AND v IN (SELECT w FROM c WHERE c.id = b.id AND c.x = a.x))
      AND x NOT IN (SELECT x FROM c) AND x = ANY (ARRAY(SELECT id FROM b)) AND (x, id) IN (SELECT id, x FROM c)
      AND (x, id) < (p, 2) AND x > ALL (SELECT id FROM b);
  WITH q AS (SELECT id AS i, sum(v) AS s FROM b GROUP BY id), r(k) AS (SELECT i FROM q WHERE s > p)
  SELECT count(*) INTO n FROM r, q WHERE r.k = q.i;
  n := (SELECT x FROM a WHERE id = p) + count(*) FROM b;
END $$;

CREATE FUNCTION groups_of(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM x AS k, count(DISTINCT v) FILTER (WHERE v > 0), sum(v), avg(b.id), string_agg(name, ',' ORDER BY name DESC)
    FROM a JOIN b ON a.id = a_id GROUP BY k HAVING count(*) > p ORDER BY 2 DESC, k NULLS FIRST LIMIT p OFFSET 1;
  PERFORM a.name, sum(v) FROM a JOIN b ON a_id = a.id GROUP BY a.id ORDER BY sum(v);
  PERFORM DISTINCT ON (x) x, name FROM a ORDER BY x, id DESC;
  PERFORM DISTINCT x FROM a ORDER BY x;
  PERFORM x FROM a UNION ALL (SELECT id FROM b EXCEPT VALUES (1), (p)) ORDER BY 1 LIMIT 3;
  PERFORM coalesce(max(x), 0) + 1 FROM a;
END $$;

CREATE FUNCTION locking(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM a, b WHERE a.id = b.a_id FOR UPDATE OF a SKIP LOCKED FOR SHARE OF b NOWAIT;
  PERFORM 1 FROM a WHERE id = p ORDER BY x LIMIT 1 FOR NO KEY UPDATE;
  PERFORM 1 FROM a LEFT JOIN b ON b.a_id = a.id FOR KEY SHARE OF a;
END $$;

-- A set as the value of a statement: its row.
CREATE FUNCTION parts_of(t text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE part text[];
BEGIN
  part := regexp_matches(t, '([0-9]+)-(.*)', 'i');
  RETURN part[2];
END $$;
