CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 r record;
BEGIN
FOR r IN SELECT id, row_number() OVER (PARTITION BY owner ORDER BY bal) AS n FROM acc LOOP
DELETE FROM acc WHERE id = r.id AND r.n > 1;
END LOOP;
FOR r IN SELECT id, rank() OVER w AS n FROM acc WINDOW w AS (ORDER BY bal) LOOP NULL; END LOOP;
FOR r IN SELECT x.n FROM (SELECT id, rank() OVER w AS n FROM acc WINDOW w AS (ORDER BY bal)) x LOOP NULL; END LOOP;
END;
$$;
