CREATE TABLE a (k integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE b (k integer PRIMARY KEY, v integer NOT NULL);
-- Rows of their own: a statement before, in the same step.
CREATE FUNCTION summed(p integer) RETURNS void LANGUAGE sql AS $$
UPDATE a SET v = s.total FROM (SELECT coalesce(sum(v), 0) AS total FROM b WHERE k > p) s WHERE a.k = p;
$$;
CREATE FUNCTION first_row(p integer) RETURNS integer LANGUAGE sql AS $$
SELECT a.v + s.m FROM a, (SELECT v FROM b WHERE k > p ORDER BY k LIMIT 1) AS s (m) WHERE a.k = p;
$$;
CREATE FUNCTION aside(p integer) RETURNS integer LANGUAGE sql AS $$
WITH c AS (SELECT v FROM a WHERE k = p) SELECT s.m FROM (SELECT max(c.v) AS m FROM c) s;
$$;
-- Several rows, rows that may be missing, locked or of the query around: among the sources.
CREATE FUNCTION several(p integer) RETURNS void LANGUAGE sql AS $$
UPDATE a SET v = 0 FROM (SELECT unnest(array_agg(k)) AS k FROM b WHERE v = p) s WHERE a.k = s.k;
$$;
CREATE FUNCTION joined(p integer) RETURNS integer LANGUAGE sql AS $$
SELECT s.v FROM a LEFT JOIN (SELECT v FROM b ORDER BY k LIMIT 1) s ON s.v > a.v WHERE a.k = p;
$$;
CREATE FUNCTION locked(p integer) RETURNS integer LANGUAGE sql AS $$
SELECT s.v FROM a, (SELECT v FROM b ORDER BY k LIMIT 1) s WHERE a.k = p FOR UPDATE;
$$;
CREATE FUNCTION around(p integer) RETURNS integer LANGUAGE sql AS $$
SELECT k FROM a WHERE v > p AND EXISTS (SELECT FROM (SELECT max(b.v) AS m FROM b WHERE b.k = a.k) s WHERE s.m > 0);
$$;
-- Functions of several rows in what is aggregated elsewhere.
CREATE FUNCTION part(p integer) RETURNS void LANGUAGE sql AS $$
WITH s AS (SELECT unnest(array_agg(k)) AS k FROM b WHERE v = p) UPDATE a SET v = 0 FROM s WHERE a.k = s.k;
$$;
