CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
PERFORM 1 FROM acc WHERE id = a FOR SHARE;
PERFORM 1 FROM acc x, ord o WHERE x.id = o.acc_id FOR NO KEY UPDATE OF o;
PERFORM pg_advisory_xact_lock(a);
END;
$$;
