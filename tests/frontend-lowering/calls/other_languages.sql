CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpython3u AS $$ plpy.execute("DELETE FROM acc") $$;
CREATE FUNCTION ping(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM pong(a); DELETE FROM log; END; $$;
CREATE FUNCTION pong(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM ping(a); DELETE FROM line; END; $$;
CREATE FUNCTION alone(a integer) RETURNS void LANGUAGE sql AS $$ DELETE FROM acc WHERE id = -1 /* p(a) */; -- alone(a)
$$;
