CREATE EXTENSION pgcrypto;
CREATE FUNCTION p(a integer, t text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x bigint; u text;
BEGIN
x := pg_catalog.hashint4(a);
UPDATE acc SET note = encode(digest(t, 'sha1'), 'hex') WHERE id = x;
UPDATE acc SET note = pg_size_pretty(pg_relation_size('acc')) WHERE id = a;
u := uuid_nil();
PERFORM query_to_xml('SELECT 1', true, true, '');
END; $$;
