CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 r record;
BEGIN
FOR r IN SELECT owner, sum(bal) AS total, count(*) FROM acc WHERE kind = 'k' GROUP BY owner HAVING count(*) > 1 LOOP
UPDATE acc SET bal = r.total WHERE owner = r.owner;
END LOOP;
END;
$$;
