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
