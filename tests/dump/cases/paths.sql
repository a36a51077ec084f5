-- Which routine a name means where several schemas have one.
CREATE SCHEMA x;
CREATE SCHEMA y;
CREATE TABLE l (x integer);
CREATE FUNCTION x.g() RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.l VALUES (1); END $$;
CREATE FUNCTION y.g() RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.l VALUES (2); END $$;
CREATE FUNCTION g() RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.l VALUES (3); END $$;
CREATE FUNCTION y.g(n integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.l VALUES (n); END $$;
CREATE FUNCTION yx() RETURNS void LANGUAGE plpgsql SET search_path = y, x AS $$ BEGIN PERFORM g(); END $$;
CREATE FUNCTION xy() RETURNS void LANGUAGE plpgsql SET search_path = x, y AS $$ BEGIN PERFORM g(); PERFORM g(4); END $$;
CREATE FUNCTION xp() RETURNS void LANGUAGE plpgsql SET search_path TO 'x', 'public' AS $$ BEGIN PERFORM g(); END $$;
CREATE FUNCTION p() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM g(); END $$;
CREATE FUNCTION later() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM g(); END $$;
ALTER FUNCTION later() SET search_path = y;
-- Routines, triggers, aggregates and what they rest on come into the first schema of the path.
SET search_path = x, public;
CREATE TABLE t (id integer PRIMARY KEY, v integer);
CREATE FUNCTION same() RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.l VALUES (5); END $$;
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.l VALUES (6); RETURN NEW; END $$;
CREATE TRIGGER tell BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION tell();
CREATE FUNCTION gone(n integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.l VALUES (n); END $$;
SET search_path = y, public;
CREATE FUNCTION same() RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.l VALUES (7); END $$;
CREATE FUNCTION gone(n integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.l VALUES (n); END $$;
DROP FUNCTION gone(integer);
ALTER FUNCTION same() RENAME TO other;
RESET search_path;
CREATE FUNCTION all_of_them() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM x.same();
    PERFORM y.other();
    PERFORM x.gone(2);
    INSERT INTO x.t VALUES (1, 1);
END $$;
