CREATE FUNCTION drop_line(o integer) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN DELETE FROM line WHERE ord_id = o; IF NOT FOUND THEN RAISE EXCEPTION 'x'; END IF; RETURN true; END; $$;
CREATE FUNCTION p(x integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
IF x > 3 AND drop_line(x) THEN DELETE FROM log; END IF;
PERFORM drop_line(1) FROM acc WHERE id = x;
INSERT INTO acc (id, owner, bal) VALUES (drop_line(2)::integer, 'x', 1) ON CONFLICT DO NOTHING;
END; $$;
