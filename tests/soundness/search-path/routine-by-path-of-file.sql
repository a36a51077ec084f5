-- level: postgresql/repeatable-read
-- never: safe
-- why: touch() is that of the schema which the path names first, and writes nothing; the other one is another schema's
CREATE SCHEMA a;
CREATE SCHEMA b;
CREATE TABLE public.one (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE public.t (id integer PRIMARY KEY, v integer NOT NULL);
SET search_path = a, pg_catalog;
CREATE FUNCTION touch() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    NULL;
END $$;
CREATE FUNCTION p(a integer, b integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM touch();
    IF (SELECT v FROM public.t WHERE id = a) > 0 THEN
        UPDATE public.t SET v = 0 WHERE id = b;
    END IF;
END $$;
SET search_path = b, pg_catalog;
CREATE FUNCTION touch() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO public.one VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET v = one.v + 1;
END $$;
