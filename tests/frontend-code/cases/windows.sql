-- Window functions, WITH RECURSIVE, several arrays side by side.
-- also: ranked
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL, up integer);
CREATE FUNCTION ranked(p integer) RETURNS TABLE (i integer, n bigint, s bigint) LANGUAGE sql AS $$
    SELECT id, row_number() OVER (PARTITION BY up ORDER BY v DESC), sum(v) OVER w FROM t WINDOW w AS (ORDER BY v ROWS UNBOUNDED PRECEDING)
$$;
CREATE FUNCTION grouped() RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
    FOR r IN SELECT up, rank() OVER (ORDER BY count(*) DESC), lag(up, 1, 0) OVER (ORDER BY up) FROM t GROUP BY up LOOP NULL; END LOOP;
END $$;
CREATE FUNCTION wrong_group() RETURNS void LANGUAGE plpgsql AS $$
BEGIN PERFORM up, rank() OVER (ORDER BY v) FROM t GROUP BY up; END $$;
CREATE FUNCTION in_where() RETURNS void LANGUAGE plpgsql AS $$
BEGIN PERFORM 1 FROM t WHERE rank() OVER (ORDER BY v) = 1; END $$;
CREATE FUNCTION below(p integer) RETURNS bigint LANGUAGE sql AS $$
    WITH RECURSIVE b (id, depth) AS (SELECT id, 0 FROM t WHERE id = p UNION ALL SELECT t.id, b.depth + 1 FROM t JOIN b ON t.up = b.id)
    SELECT count(*) FROM b WHERE depth > 0
$$;
CREATE FUNCTION many(ids integer[], vs integer[]) RETURNS void LANGUAGE sql AS $$
    UPDATE t SET v = d.v FROM unnest(ids, vs) WITH ORDINALITY AS d (id, v, n) WHERE t.id = d.id AND d.n < 100
$$;
