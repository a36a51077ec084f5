-- Sets of groups; frames of windows.
CREATE TABLE sale (shop integer, day integer, price integer, PRIMARY KEY (shop, day));
CREATE FUNCTION totals() RETURNS SETOF record LANGUAGE sql AS $$
    SELECT shop, day + 1, sum(price), grouping(day, shop) FROM sale GROUP BY shop, ROLLUP (day + 1, day)
        HAVING grouping(day) = 0 ORDER BY day + 1 $$;
CREATE FUNCTION cube() RETURNS SETOF bigint LANGUAGE sql AS $$
    SELECT count(*) FROM sale GROUP BY CUBE (shop, (day, price)) ORDER BY 1 FETCH FIRST 3 ROWS WITH TIES $$;
CREATE FUNCTION named() RETURNS SETOF bigint LANGUAGE sql AS $$
    SELECT sum(price) OVER (w ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING EXCLUDE TIES) FROM sale
        WINDOW w AS (PARTITION BY shop ORDER BY day) $$;
CREATE FUNCTION not_grouped() RETURNS SETOF integer LANGUAGE sql AS $$
    SELECT price FROM sale GROUP BY GROUPING SETS ((shop, day)) $$;

-- User-defined aggregates, by the functions that they name; one whose functions are the server's is not run.
CREATE FUNCTION add_text(state text, value text) RETURNS text LANGUAGE sql AS $$ SELECT state || value $$;
CREATE FUNCTION end_text(state text) RETURNS integer LANGUAGE sql AS $$ SELECT length(state) $$;
CREATE AGGREGATE joined (text) (SFUNC = add_text, STYPE = text, FINALFUNC = end_text, INITCOND = 'x');
CREATE AGGREGATE latest (sfunc = add_text, basetype = text, stype = text);
CREATE AGGREGATE total (integer) (SFUNC = int4pl, STYPE = integer);
CREATE FUNCTION latest(a text, b text) RETURNS text LANGUAGE sql AS $$ SELECT b $$;
CREATE FUNCTION aggregated(p text) RETURNS integer LANGUAGE sql AS $$
  SELECT joined(x ORDER BY x DESC) + length(latest(x)) + length(latest(p, 'x')) FROM (VALUES ('a'), ('b')) v (x) HAVING joined(DISTINCT x) > 1 $$;
CREATE FUNCTION by_server() RETURNS integer LANGUAGE sql AS $$ SELECT total(1) $$;
