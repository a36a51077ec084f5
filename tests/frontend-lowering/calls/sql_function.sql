CREATE FUNCTION p(a integer, id integer) RETURNS numeric LANGUAGE sql AS $$
UPDATE acc SET bal = bal + a WHERE acc.id = p.id;
SELECT bal FROM acc WHERE id = $2;
$$;
