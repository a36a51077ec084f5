CREATE FUNCTION by_ctid(c tid) RETURNS void LANGUAGE sql AS $$ UPDATE acc SET bal = 0 WHERE ctid = c $$;
CREATE FUNCTION version(a integer) RETURNS text LANGUAGE sql AS $$ SELECT o.xmin::text FROM acc o JOIN ord r ON r.acc_id = o.id WHERE o.id = a $$;
CREATE FUNCTION inserted(a integer) RETURNS boolean LANGUAGE sql AS $$
INSERT INTO log (msg) VALUES ('x') RETURNING xmax = 0 $$;
CREATE FUNCTION queue(a integer) RETURNS void LANGUAGE sql AS $$
DELETE FROM log WHERE ctid IN (SELECT ctid FROM log WHERE id > a FOR UPDATE) $$;
CREATE FUNCTION of_two(a integer) RETURNS void LANGUAGE sql AS $$ SELECT ctid FROM acc, ord WHERE acc.id = a $$;
